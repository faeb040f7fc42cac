// Dense layer → layer norm → activation for a batch of rows.
//
//   z = x W^T + b,   y = activation(norm(z)),   x [N,in], W [out,in], y [N,out]
//
// The products go to oneDNN (matrix_product.h), the rest is fused. As in convolution.h, what is
// kept for the backward pass is z and the norm's two numbers a row, or without layer norm y.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rnem/ops/kernels/block.h"

namespace rnem::kernels {

struct DenseBlock {
  int in, out;
  const float* weight;        // [out,in]
  std::ptrdiff_t weight_row;  // floats from one row of weight to the next
  const float* rounded;       // round_matrix() of weight; null: every call rounds it
  const float* bias;          // [out] or null
  NormActivation after;
  Precision precision = Precision::kFloat32;
};

// floats of scratch that the calls below need
std::size_t dense_forward_workspace(const DenseBlock& block, std::int64_t n);
std::size_t dense_backward_workspace(const DenseBlock& block, std::int64_t n);

// y may be kept.map only without layer norm, and then must be; without `kept` z is made in y.
void dense_forward(const DenseBlock& block, std::int64_t n, const float* x, const Kept& kept,
                   float* y, float* workspace);

// Overwrites the gradients and dz [N,out]; dx may be null, and so may any member of `gradient`.
void dense_backward(const DenseBlock& block, std::int64_t n, const float* x, const Kept& kept,
                    const float* dy, float* dx, float* dz, const BlockGradient& gradient,
                    float* workspace);

// For rows or whole maps: dz of `n` samples given dy, in parallel. The sums over samples overwrite
// those members of `gradient` that are not null. Without layer norm kept.map is y.
// workspace: 5 * channels floats a thread.
void norm_activate_gradient_rows(const NormActivation& op, std::int64_t n, int channels,
                                 const Kept& kept, const float* dy, float* dz,
                                 const BlockGradient& gradient, float* workspace);

// y = activation(norm(map)) of n samples of `shape`, from what was kept of them.
void activate_kept(const NormActivation& op, const MapShape& shape, std::int64_t n,
                   const Kept& kept, float* y);

}  // namespace rnem::kernels
