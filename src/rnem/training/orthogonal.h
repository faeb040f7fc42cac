// The orthogonal matrix nearest to a given one, roughly: the direction of Muon's steps.
#pragma once

#include "rnem/torch.h"

namespace rnem::training {

// For x = U S V^T about U V^T: five Newton-Schulz steps x <- (a + b xx^T + c (xx^T)^2) x with the
// coefficients of Jordan et al. (2024), which bring singular values from 0.001 .. 1 of the largest
// to between 0.7 and 1.2 instead of to 1 exactly. x is [rows, ...]; the rest is taken as one axis.
torch::Tensor orthogonalised(const torch::Tensor& x);

}  // namespace rnem::training
