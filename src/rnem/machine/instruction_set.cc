#include "rnem/machine/instruction_set.h"

#include <cpuid.h>
#include <hwy/targets.h>

#include "rnem/machine/instruction_limit.h"

namespace rnem::machine {

const char* instruction_set_name() {
  // the lowest set bit is the best target
  const auto targets = hwy::SupportedTargets();
  return hwy::TargetName(targets & -targets);
}

bool has_native_bf16() {
  if (instruction_limit() != nullptr || !__builtin_cpu_supports("avx512f")) return false;
  // leaf 7, sub-leaf 1, EAX bit 5; compilers of 2022 have no name for it
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx) != 0 && (eax & (1U << 5)) != 0;
}

bool has_fast_bf16() { return has_native_bf16() && !__builtin_cpu_is("intel"); }

}  // namespace rnem::machine
