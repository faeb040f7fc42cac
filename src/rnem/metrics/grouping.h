// How well soft assignments agree with the true objects.
#pragma once

#include "rnem/torch.h"

namespace rnem::metrics {

// Adjusted Rand index of the hard assignment argmax_k gamma, over the pixels that belong to exactly
// one object. gamma [B,K,D]; groups [B,D] uint8, 0 background and overlap, else the object's id
// -> [B] double on the CPU. 1 when the two partitions agree, also when there is nothing to tell
// apart (no such pixels, or one object in one component), as scikit-learn has it; about 0 for an
// assignment by chance.
torch::Tensor adjusted_rand_index(const torch::Tensor& gamma, const torch::Tensor& groups);

// The same for any hard assignment: components [B,D] int64, each in 0 .. k-1.
torch::Tensor adjusted_rand_index(const torch::Tensor& components, const torch::Tensor& groups,
                                  std::int64_t k);

}  // namespace rnem::metrics
