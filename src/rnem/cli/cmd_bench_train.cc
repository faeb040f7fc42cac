// `rnem bench train`: how fast an update is, against what the machine's arithmetic allows.
#include "rnem/bench/em.h"
#include "rnem/cli/command.h"

namespace rnem::cli {

Work setup_bench_train(CLI::App& app) {
  auto options = std::make_shared<bench::BenchSettings>();
  add_bench_options(app, *options);
  add_em_options(app, *options);
  return [options](Observer& observer) {
    const auto report = bench::em_report("train", *options, bench::time_training, 3, observer);
    bench::save_report(*options, report);
    bench::print_em_report(report);
  };
}

}  // namespace rnem::cli
