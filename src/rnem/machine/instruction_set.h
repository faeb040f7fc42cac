// Which of the compiled instruction sets this processor runs.
#pragma once

namespace rnem::machine {

const char* instruction_set_name();  // the widest that Highway dispatches to here
bool has_native_bf16();  // AVX-512-bf16 dot products; no instruction_limit() leaves them in

// Whether they are also faster than float products. AMD's cores multiply twice as many numbers that
// way; Intel's half as many (their bf16 units are the tiles of AMX, which these kernels do not
// use).
bool has_fast_bf16();

}  // namespace rnem::machine
