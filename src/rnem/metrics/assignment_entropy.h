// How much pixels are shared between components.
#pragma once

#include "rnem/torch.h"

namespace rnem::metrics {

// Entropy of gamma over the components divided by log K, mean over the chosen pixels: 0 where each
// has one owner, 1 where all components have an equal share. gamma [B,K,D], pixels [B,D] bool ->
// [B] double on the CPU; NaN without pixels and for K = 1.
torch::Tensor assignment_entropy(const torch::Tensor& gamma, const torch::Tensor& pixels);

}  // namespace rnem::metrics
