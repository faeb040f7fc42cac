// `rnem bench infer`: how fast EM steps are without a gradient, and one sequence on one core.
#include <fmt/format.h>

#include "rnem/bench/clock.h"
#include "rnem/bench/em.h"
#include "rnem/cli/bench_options.h"
#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"

namespace rnem::cli {
namespace {

// Frames a second of a single sequence on a single core.
double single_sequence(const bench::BenchSettings& options, Observer& observer) {
  bench::BenchSettings single = options;
  single.batch = single.threads = 1;
  const Runtime runtime = bench::bench_runtime(single);
  return static_cast<double>(single.steps) /
         bench::median(bench::time_inference(runtime.ops(), single, observer).seconds);
}

void bench_infer(const BenchOptions& options, Observer& observer) {
  options.outputs.check();
  std::FILE* const to = table_stream(options.json);
  auto report = bench::em_report("infer", options, bench::time_inference, 1, observer);
  report["one_core_frames_per_second"] = single_sequence(options, observer);
  write_json(options.json, report);
  bench::print_em_report(to, report);
  fmt::print(to, "{:.1f} frames/s of one sequence at K {} on one core\n",
             report["one_core_frames_per_second"].get<double>(), options.k);
}

}  // namespace

Work setup_bench_infer(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  add_bench_options(app, *options);
  add_em_options(app, *options);
  add_examples(app, {"rnem bench infer --batch 16 --repeats 3"});
  return [options](Observer& observer) { bench_infer(*options, observer); };
}

}  // namespace rnem::cli
