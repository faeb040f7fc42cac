#include "rnem/bench/settings.h"

#include "rnem/core/atomic_file.h"
#include "rnem/core/writable.h"
#include "rnem/machine/parallel.h"
#include "rnem/runtime/host.h"

namespace rnem::bench {

Runtime bench_runtime(const BenchSettings& o, Runtime::Waiting waiting) {
  check_writable(o.json);
  return Runtime(
      {.threads = o.threads, .kernels = o.kernels, .precision = o.precision, .waiting = waiting});
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
