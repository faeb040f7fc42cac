// What a lesser processor would do, on this one: the environment variable RNEM_MAX_ISA holds
// everything that chooses its instructions at run time to sse4, avx2 or avx512 (without bf16).
#pragma once

namespace rnem::machine {

inline constexpr const char* kLimitVariable = "RNEM_MAX_ISA";

struct InstructionLimit {
  const char* name;    // the variable's value
  const char* onednn;  // what ONEDNN_MAX_CPU_ISA says
  const char* aten;    // what ATEN_CPU_CAPABILITY says
  int width;           // registers, bits
};

// The one in force, null if there is none. InputError when the variable names no known one.
const InstructionLimit* instruction_limit();

// For our kernels, LibTorch's and oneDNN's; restart_with_fast_blas() does the same for OpenBLAS.
// Without a limit oneDNN is still held back from what it cannot do (AMX, before version 3).
// Before the first of them runs: they look once.
void apply_instruction_limit();

}  // namespace rnem::machine
