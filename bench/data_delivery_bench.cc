// Data must never be what training waits for: sequences per second that a source delivers, and how
// many times what training takes. `vs_training` should be at least 20.
//
// A batch is 64 sequences of 31 frames of 64x64 pixels with masks and truth, cut at random offsets
// out of sequences of 51 frames.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <string>

#include "rnem/dataset/batches.h"
#include "rnem/dataset/generator.h"
#include "rnem/worlds/world.h"

namespace rnem::dataset {
namespace {

constexpr int kBatch = 64, kFrames = 31;
// sequences a second of the fastest training (R-NEM, K = 5, bf16) on two cores
constexpr double kTraining = 35.0;

void report(benchmark::State& state) {
  const auto sequences = static_cast<double>(state.iterations() * kBatch);
  state.counters["sequences/s"] = benchmark::Counter(sequences, benchmark::Counter::kIsRate);
  state.counters["vs_training"] =
      benchmark::Counter(sequences / kTraining, benchmark::Counter::kIsRate);
}

// Batches made one after the other on the calling thread; its processor time counts, because that
// is what delivery takes away from training.
void deliver(benchmark::State& state, const std::shared_ptr<const Source>& source) {
  const auto plan = training_plan(*source, Split::kTraining, kBatch, kFrames, 1, true);
  std::int64_t n = 0;
  for (auto _ : state) {
    const Batch batch = load_batch(*source, Split::kTraining, plan->batch(n++), kFrames);
    benchmark::DoNotOptimize(batch.features.data_ptr());
  }
  report(state);
}

// Batches prepared ahead, as training gets them.
void deliver_ahead(benchmark::State& state, const std::shared_ptr<const Source>& source) {
  const std::shared_ptr<const Plan> plan =
      training_plan(*source, Split::kTraining, kBatch, kFrames, 1, true);
  Batches batches(source, Split::kTraining, plan, kFrames);
  for (auto _ : state) {
    const Batch batch = batches.next();
    benchmark::DoNotOptimize(batch.features.data_ptr());
  }
  report(state);
}

// What `rnem data make` does, on all cores.
void make(benchmark::State& state, const std::string& path) {
  MakeOptions options;
  options.sequences = {1024, 0, 0};
  const auto world = worlds::make_preset("balls4mass64");
  for (auto _ : state) make_dataset(*world, options, path);
  state.counters["sequences/s"] = benchmark::Counter(
      static_cast<double>(state.iterations() * options.sequences[0]), benchmark::Counter::kIsRate);
}

}  // namespace
}  // namespace rnem::dataset

int main(int argc, char** argv) {
  using namespace rnem::dataset;
  std::string folder = (std::filesystem::temp_directory_path() / "rnem-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 1;
  const std::string path = folder + "/balls.h5";
  MakeOptions options;
  options.sequences = {2048, 0, 0};
  make_dataset(*rnem::worlds::make_preset("balls4mass64"), options, path);
  for (const std::string& name :
       {path, std::string("live:balls4mass64"), std::string("live:balls678mass64")}) {
    const std::shared_ptr<const Source> source = open_source(name, 0);
    const std::string shown = name == path ? "file" : name;
    benchmark::RegisterBenchmark((shown + "/direct").c_str(), deliver, source)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((shown + "/ahead").c_str(), deliver_ahead, source)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  }
  benchmark::RegisterBenchmark("make", make, folder + "/made.h5")
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  std::filesystem::remove_all(folder);
  return 0;
}
