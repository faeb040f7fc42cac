// `rnem bench train`: how fast an update is, against what the machine's arithmetic allows.
#include "rnem/cli/bench_em.h"
#include "rnem/cli/command.h"

namespace rnem::cli {

std::function<void()> setup_bench_train(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  add_bench_options(app, *options);
  add_em_options(app, *options);
  return [options] {
    const auto report = em_report("train", *options, time_training, 3);
    save_report(*options, report);
    print_em_report(report);
  };
}

}  // namespace rnem::cli
