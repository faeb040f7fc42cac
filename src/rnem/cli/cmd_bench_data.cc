// `rnem bench data`: data must never be what training waits for. Sequences a second that sources
// deliver, and how many times what training takes in the same run.
//
// A batch is B windows of T + 1 frames with masks and truth, cut at random offsets out of
// sequences of 51 frames.
#include <fmt/format.h>

#include "rnem/bench/clock.h"
#include "rnem/bench/em.h"
#include "rnem/cli/bench_options.h"
#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/former_option.h"
#include "rnem/core/error.h"
#include "rnem/core/scratch_folder.h"
#include "rnem/dataset/batches.h"
#include "rnem/dataset/generator.h"

namespace rnem::cli {
namespace {

using Json = nlohmann::ordered_json;
using dataset::Source;
using dataset::Split;

// Sequences a second of batches made one after the other on the calling thread: what delivery
// takes away from training.
double deliver(const std::shared_ptr<const Source>& source, const bench::BenchSettings& o,
               Observer& observer) {
  const int batch = static_cast<int>(o.batch), frames = static_cast<int>(o.steps) + 1;
  const auto plan = dataset::training_plan(*source, Split::kTraining, batch, frames, 1, true);
  std::int64_t n = 0;
  const auto load = [&] {
    dataset::load_batch(*source, Split::kTraining, plan->batch(n++), frames);
  };
  load();
  return static_cast<double>(o.batch) / bench::median(bench::time_each(observer, o.repeats, load));
}

// What `rnem data make` does: sequences a second, on all cores.
double make(const std::string& path, std::int64_t sequences, Observer& observer) {
  const auto world = worlds::make_preset("balls4mass64");
  dataset::MakeOptions options;
  options.sequences = {sequences, 0, 0};
  return static_cast<double>(sequences) / bench::time_each(observer, 1, [&] {
           dataset::make_dataset(*world, options, path, observer);
         })[0];
}

void bench_data(const BenchOptions& options, std::int64_t sequences, Observer& observer) {
  std::FILE* const to = table_stream(options.json);
  options.outputs.check();
  if (options.steps >= dataset::kLiveFrames) {
    fail_input("--steps {}: a window has to fit into {} frames: at most {}", options.steps,
               dataset::kLiveFrames, dataset::kLiveFrames - 1);
  }
  const Runtime runtime = bench::bench_runtime(options);
  const double taken =
      static_cast<double>(options.batch) /
      bench::median(bench::time_training(runtime.ops(), options, observer).seconds);
  const ScratchFolder folder("bench");
  const std::string file = (folder / "balls.h5").string();
  Json report = bench::report_head("data", options);
  report["steps"] = options.steps;
  report["training_sequences_per_second"] = taken;
  report["make_sequences_per_second"] = make(file, sequences, observer);
  fmt::print(to, "training takes {:.1f} sequences/s at B {}, K {}, T {}\n", taken, options.batch,
             options.k, options.steps);
  fmt::print(to, "data make writes {:.0f} sequences/s\n",
             report["make_sequences_per_second"].get<double>());
  report["sources"] = Json::array();
  for (const std::string& name :
       {file, std::string("live:balls4mass64"), std::string("live:balls678mass64")}) {
    const double rate = deliver(dataset::open_source(name, 0), options, observer);
    const std::string shown = name == file ? "file" : name;
    report["sources"].push_back(
        {{"source", shown}, {"sequences_per_second", rate}, {"times_training", rate / taken}});
    fmt::print(to, "{:<20} {:>8.0f} sequences/s on one thread, {:.0f} times what training takes\n",
               shown, rate, rate / taken);
  }
  write_json(options.json, report);
}

}  // namespace

Work setup_bench_data(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  auto sequences = std::make_shared<std::int64_t>(2048);
  add_bench_options(app, *options);
  add_em_options(app, *options);
  add_former(app, "--sequences",
             app.add_option("--file-sequences", *sequences, "sequences of the file to read from")
                 ->check(CLI::Range(1, 1000000))
                 ->capture_default_str());
  add_examples(app, {"rnem bench data --repeats 3"});
  return [=](Observer& observer) { bench_data(*options, *sequences, observer); };
}

}  // namespace rnem::cli
