// C = op(A) op(B) + beta C for dense float matrices in rows.
//
// oneDNN's product: at nearly all shapes of this program (80 to 1280 rows against weights of
// 250×250 to 512×4096) it is faster than OpenBLAS, which stays for LibTorch's own calls.
#pragma once

#include <cstdint>

namespace rnem::kernels {

struct Matrix {
  const float* data;
  std::int64_t row;         // floats from one row to the next, as stored
  bool transposed = false;  // read with rows and columns exchanged
};

// A is [m,k] and B [k,n] after their transposition; `c` has rows of n floats. beta is 0 or 1.
void matrix_product(std::int64_t m, std::int64_t n, std::int64_t k, Matrix a, Matrix b, float beta,
                    float* c);

}  // namespace rnem::kernels
