// Which of the compiled instruction sets this processor runs.
#pragma once

namespace rnem::kernels {

const char* instruction_set_name();  // the widest that Highway dispatches to here
bool has_native_bf16();  // AVX-512-bf16 dot products; no instruction_limit() leaves them in

}  // namespace rnem::kernels
