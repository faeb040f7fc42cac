// `rnem bench train`: how fast an update is, against what the machine's arithmetic allows.
#include "rnem/bench/em.h"
#include "rnem/cli/bench_options.h"
#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"

namespace rnem::cli {

Work setup_bench_train(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  add_bench_options(app, *options);
  add_em_options(app, *options);
  add_examples(app, {"rnem bench train --batch 16 --steps 12 --json speed.json"});
  return [options](Observer& observer) {
    options->outputs.check();
    const auto report = bench::em_report("train", *options, bench::time_training, 3, observer);
    write_json(options->json, report);
    bench::print_em_report(table_stream(options->json), report);
  };
}

}  // namespace rnem::cli
