// norm_activation, pairs and attend of Ops over the fused kernels; float32 on the CPU.
#pragma once

#include "rnem/ops/ops.h"

namespace rnem::ops {

Tensor fast_norm_activation(const Tensor& x, const Norm& norm, Activation activation);
Tensor fast_pairs(const Tensor& focus, const Tensor& context, const Norm& norm,
                  Activation activation);  // K >= 2
Tensor fast_attend(const Tensor& alpha, const Tensor& effects);

}  // namespace rnem::ops
