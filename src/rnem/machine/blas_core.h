// Sees to it that OpenBLAS runs the kernels this processor deserves.
#pragma once

#include <string>

namespace rnem::machine {

// OpenBLAS picks its kernels by processor model, once, while it is loaded; a processor newer than
// the library gets the oldest kernels, which on an AVX-512 machine costs a factor of five. When
// that has happened this sets OPENBLAS_CORETYPE and starts the program anew (0.4 s); otherwise,
// or when the user has set the variable, it returns at once. An instruction_limit() decides in the
// user's place. The first thing main does.
void restart_with_fast_blas(char** argv);

std::string blas_name();  // "OpenBLAS 0.3.21, SkylakeX kernels"

}  // namespace rnem::machine
