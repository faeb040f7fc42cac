#include "rnem/machine/instruction_limit.h"

#include <dnnl.h>
#include <hwy/targets.h>

#include <array>
#include <cstdlib>
#include <string_view>

#include "rnem/core/error.h"

namespace rnem::machine {
namespace {

constexpr std::array<InstructionLimit, 3> kLimits = {{
    {"sse4", "SSE41", "default", 128},
    {"avx2", "AVX2", "avx2", 256},
    {"avx512", "AVX512_CORE", "avx512", 512},
}};

// Highway's targets above a limit; those of a processor that is less are not there to disable.
std::int64_t targets_above(const InstructionLimit& limit) {
  // a lower bit is a better target
  constexpr std::int64_t kAboveAvx2 = HWY_AVX2 - 1, kAboveSse4 = HWY_SSE4 - 1;
  return limit.width >= 512 ? 0 : limit.width >= 256 ? kAboveAvx2 : kAboveSse4;
}

}  // namespace

const InstructionLimit* instruction_limit() {
  const char* value = std::getenv(kLimitVariable);
  if (value == nullptr || *value == '\0') return nullptr;
  for (const InstructionLimit& limit : kLimits) {
    if (std::string_view(value) == limit.name) return &limit;
  }
  fail_input("{}: unknown instruction set '{}', expected sse4, avx2 or avx512", kLimitVariable,
             value);
}

void apply_instruction_limit() {
  const InstructionLimit* limit = instruction_limit();
  if (limit == nullptr) {
    // oneDNN 2.6's products in AMX tiles die of an illegal instruction. A later one may have been
    // mended: whoever sets the variable gets what it says.
    if (dnnl_version()->major < 3) setenv("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16", 0);
    return;
  }
  setenv("ONEDNN_MAX_CPU_ISA", limit->onednn, 1);
  setenv("ATEN_CPU_CAPABILITY", limit->aten, 1);
  hwy::DisableTargets(targets_above(*limit));
}

}  // namespace rnem::machine
