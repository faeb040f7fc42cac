#include "rnem/cli/bench_options.h"

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/writable.h"
#include "rnem/kernels/parallel.h"
#include "rnem/model/machine.h"

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
  app.add_option("--json", o.json, "also write the numbers to this file");
}

void add_em_options(CLI::App& app, BenchOptions& o) {
  app.add_option("--steps", o.steps, "EM steps T")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--kernels", o.kernels, "fast or reference")
      ->check(CLI::IsMember({"fast", "reference"}))
      ->capture_default_str();
  app.add_option("--precision", o.precision, "of convolutions and dense layers, as in training")
      ->check(CLI::IsMember({"auto", "fp32", "bf16", "bf16-emulated"}))
      ->capture_default_str();
}

std::shared_ptr<const model::Ops> prepare_bench(const BenchOptions& o, training::Waiting waiting) {
  if (o.kernels == "reference" && o.precision.starts_with("bf16")) {
    fail_input("--precision {}: expected auto or fp32: the reference operators have no bf16",
               o.precision);
  }
  check_writable(o.json);
  training::prepare_process(o.threads, waiting);
  return training::make_ops(o.kernels, o.precision, torch::kCPU);
}

nlohmann::ordered_json report_head(const char* bench, const BenchOptions& o) {
  const model::Machine machine = model::this_machine();
  return {{"bench", bench},
          {"processor", machine.processor},
          {"blas", machine.blas},
          {"instruction_set", machine.instruction_set},
          {"threads", kernels::max_threads()},
          {"batch", o.batch},
          {"k", o.k},
          {"repeats", o.repeats}};
}

void save_report(const BenchOptions& o, const nlohmann::ordered_json& report) {
  if (!o.json.empty()) write_file(o.json, report.dump(2) + "\n");
}

}  // namespace rnem::cli
