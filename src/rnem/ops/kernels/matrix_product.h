// C = op(A) op(B) + beta C for dense matrices in rows.
//
// oneDNN's product: at nearly all shapes of this program (80 to 1280 rows against weights of
// 250×250 to 512×4096) it is faster than OpenBLAS, which stays for LibTorch's own calls.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rnem/ops/kernels/bfloat16.h"
#include "rnem/ops/kernels/block.h"

namespace rnem::kernels {

template <class T>
struct MatrixView {
  const T* data;
  std::int64_t row;         // from one row to the next, as stored
  bool transposed = false;  // read with rows and columns exchanged
};
using Matrix = MatrixView<float>;
using Bf16Matrix = MatrixView<Bf16>;

// A is [m,k] and B [k,n] after their transposition; `c` has rows of n floats. beta is 0 or 1.
void matrix_product(std::int64_t m, std::int64_t n, std::int64_t k, Matrix a, Matrix b, float beta,
                    float* c);

// The same of matrices that are bf16 already. False, and nothing done, where oneDNN has no such
// product: it needs AVX-512, and is faster than floats only with AVX-512-bf16.
bool bf16_product(std::int64_t m, std::int64_t n, std::int64_t k, Bf16Matrix a, Bf16Matrix b,
                  float beta, float* c);

// `rows` × `columns` numbers as they are stored, rounded and without gaps between the rows; the
// size is in floats, 0 where nothing is rounded. For a matrix that takes part in many products.
std::size_t rounded_size(Precision precision, std::int64_t rows, std::int64_t columns);
void round_matrix(Precision precision, Matrix matrix, std::int64_t rows, std::int64_t columns,
                  float* rounded);

// The float matrices' product in the given precision. In bf16 both are first rounded into the
// workspace, but B only if `b_rounded`, which round_matrix made of it, is null; the emulation
// multiplies the rounded floats, and so does kBfloat16 where oneDNN refuses, from A and B again.
std::size_t matrix_product_workspace(Precision precision, std::int64_t m, std::int64_t n,
                                     std::int64_t k);  // floats
void matrix_product(Precision precision, std::int64_t m, std::int64_t n, std::int64_t k, Matrix a,
                    Matrix b, float beta, float* c, float* workspace,
                    const float* b_rounded = nullptr);

}  // namespace rnem::kernels
