// `rnem bench infer`: how fast EM steps are without a gradient, and one sequence on one core.
#include <fmt/format.h>

#include "rnem/cli/bench_clock.h"
#include "rnem/cli/bench_em.h"
#include "rnem/cli/command.h"

namespace rnem::cli {
namespace {

// Frames a second of a single sequence on a single core.
double single_sequence(const BenchOptions& options) {
  BenchOptions single = options;
  single.batch = single.threads = 1;
  const auto ops = prepare_bench(single);
  return static_cast<double>(single.steps) / median(time_inference(*ops, single).seconds);
}

void bench_infer(const BenchOptions& options) {
  auto report = em_report("infer", options, time_inference, 1);
  report["one_core_frames_per_second"] = single_sequence(options);
  save_report(options, report);
  print_em_report(report);
  fmt::print("{:.1f} frames/s of one sequence at K {} on one core\n",
             report["one_core_frames_per_second"].get<double>(), options.k);
}

}  // namespace

std::function<void()> setup_bench_infer(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  add_bench_options(app, *options);
  add_em_options(app, *options);
  return [options] { bench_infer(*options); };
}

}  // namespace rnem::cli
