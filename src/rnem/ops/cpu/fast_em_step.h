// masked_residual and step_loss of Ops over the fused kernels; float32 on the CPU.
#pragma once

#include "rnem/ops/ops.h"

namespace rnem::ops {

// gamma must not want a gradient
Tensor fast_masked_residual(const Tensor& gamma, const Tensor& x, const Tensor& psi);

// prior 0, no gradient through gamma
StepLoss fast_step_loss(const Tensor& psi, const Tensor& target, double inter_weight);

}  // namespace rnem::ops
