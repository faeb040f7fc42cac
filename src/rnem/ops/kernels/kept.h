// What a block linear map → layer norm → activation leaves for its backward pass, and gives back.
#pragma once

#include "rnem/ops/kernels/norm_act.h"

namespace rnem::kernels {

// For N samples: the linear map's output with a layer norm, the activation's without. Both null if
// nothing is kept.
struct Kept {
  float* map = nullptr;        // [N, ...]
  NormStats* stats = nullptr;  // [N]; null without layer norm
};

// Gradients of a block's parameters.
struct BlockGradient {
  float* weight = nullptr;
  float* bias = nullptr;
  float* scale = nullptr;
  float* shift = nullptr;
};

}  // namespace rnem::kernels
