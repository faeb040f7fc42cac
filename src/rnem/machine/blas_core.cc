#include "rnem/machine/blas_core.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "rnem/machine/instruction_limit.h"

extern "C" {
char* openblas_get_corename(void);
char* openblas_get_config(void);
}

namespace rnem::machine {
namespace {

constexpr const char* kVariable = "OPENBLAS_CORETYPE";

// the kernels that every processor with these instructions can run
const char* best_core(const InstructionLimit* limit) {
  const int width = limit == nullptr ? 512 : limit->width;
  __builtin_cpu_init();
  if (width >= 512 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
    return "SkylakeX";
  }
  if (width >= 256 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return "Haswell";
  }
  return limit == nullptr ? nullptr : "Nehalem";
}

// what OpenBLAS falls back to when it does not know the model: SSE3 kernels
bool is_fallback(std::string_view core) { return core == "Prescott" || core == "Generic"; }

}  // namespace

void restart_with_fast_blas(char** argv) {
  const InstructionLimit* limit = instruction_limit();
  const char* set = std::getenv(kVariable);
  const char* core = best_core(limit);
  if (core == nullptr) return;
  // a limit holds whatever the variable said before; the second time round it says the same
  const bool right = limit == nullptr ? set != nullptr || !is_fallback(openblas_get_corename())
                                      : set != nullptr && std::string_view(set) == core;
  if (right || setenv(kVariable, core, 1) != 0) return;
  // returns only when it fails; then slow kernels are better than none
  ::execv("/proc/self/exe", argv);
}

std::string blas_name() {
  // the config line starts "OpenBLAS 0.3.21 ..."
  const std::string config = openblas_get_config();
  const auto end = config.find(' ', config.find(' ') + 1);
  return fmt::format("{}, {} kernels", config.substr(0, end), openblas_get_corename());
}

}  // namespace rnem::machine
