// The pairwise part of the interaction function.
//
// Rows are vectors of m floats; pair j of component k is with component i = j < k ? j : j + 1.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rnem/ops/kernels/block.h"

namespace rnem::kernels {

struct PairShape {
  std::int64_t batch;
  int components;  // K >= 2
  int m;

  std::int64_t pairs() const { return batch * components * (components - 1); }
};

// xi[b,k,j] = activation(norm(focus[b,k] + context[b,i])): [B,K,m] twice -> [B,K,K-1,m]
void pair_forward(const NormActivation& op, const PairShape& shape, const float* focus,
                  const float* context, float* xi);

// Overwrites dfocus and dcontext [B,K,m], and scale and shift of `gradient` with a layer norm.
std::size_t pair_backward_workspace(const PairShape& shape);
void pair_backward(const NormActivation& op, const PairShape& shape, const float* focus,
                   const float* context, const float* dxi, float* dfocus, float* dcontext,
                   const BlockGradient& gradient, float* workspace);

// out[b,k] = sum_j alpha[b,k,j] effects[b,k,j]: [B,K,K-1] and [B,K,K-1,m] -> [B,K,m]
void attend_forward(const PairShape& shape, const float* alpha, const float* effects, float* out);
void attend_backward(const PairShape& shape, const float* alpha, const float* effects,
                     const float* dout, float* dalpha, float* deffects);

}  // namespace rnem::kernels
