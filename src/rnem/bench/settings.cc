#include "rnem/bench/settings.h"

#include "rnem/machine/parallel.h"
#include "rnem/runtime/host.h"

namespace rnem::bench {

Runtime bench_runtime(const BenchSettings& o, Runtime::Waiting waiting) {
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

}  // namespace rnem::bench
