#include "rnem/bench/settings.h"

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/writable.h"
#include "rnem/machine/parallel.h"
#include "rnem/runtime/host.h"

namespace rnem::bench {

std::shared_ptr<const ops::Ops> prepare_bench(const BenchSettings& o, runtime::Waiting waiting) {
  if (o.kernels == "reference" && o.precision.starts_with("bf16")) {
    fail_input("--precision {}: expected auto or fp32: the reference operators have no bf16",
               o.precision);
  }
  check_writable(o.json);
  runtime::prepare_process(o.threads, waiting);
  return runtime::make_ops(o.kernels, o.precision, torch::kCPU);
}

nlohmann::ordered_json report_head(const char* bench, const BenchSettings& o) {
  const runtime::Machine machine = runtime::this_machine();
  return {{"bench", bench},
          {"processor", machine.processor},
          {"blas", machine.blas},
          {"instruction_set", machine.instruction_set},
          {"threads", machine::max_threads()},
          {"batch", o.batch},
          {"k", o.k},
          {"repeats", o.repeats}};
}

void save_report(const BenchSettings& o, const nlohmann::ordered_json& report) {
  if (!o.json.empty()) write_file(o.json, report.dump(2) + "\n");
}

}  // namespace rnem::bench
