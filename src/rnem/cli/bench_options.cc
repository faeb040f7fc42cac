#include "rnem/cli/bench_options.h"

#include "rnem/cli/common_options.h"

namespace rnem::cli {

void add_bench_options(CLI::App& app, BenchOptions& o) {
  app.add_option("--batch", o.batch, "sequences B")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  app.add_option("--k", o.k, "components K")->check(CLI::Range(2, 64))->capture_default_str();
  app.add_option("--repeats", o.repeats, "measurements, after one that does not count")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--threads", o.threads, "threads, 0 for one a core")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  o.outputs.add_json(app, o.json);
}

void add_em_options(CLI::App& app, BenchOptions& o) {
  add_steps(app, o.steps);
  app.add_option("--kernels", o.kernels, "fast or reference")
      ->check(CLI::IsMember({"fast", "reference"}))
      ->capture_default_str();
  app.add_option("--precision", o.precision, "of convolutions and dense layers, as in training")
      ->check(CLI::IsMember({"auto", "fp32", "bf16", "bf16-emulated"}))
      ->capture_default_str();
}

}  // namespace rnem::cli
