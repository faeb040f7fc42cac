// The losses of one step that are reported: total, intra and inter, also as upper bounds, all once
// more on collision pixels, and those of the baseline.
//
// Sequences come first, [B] each; summed over pixels (and components), never averaged over B.
#pragma once

#include "rnem/model/em_loop.h"

namespace rnem::metrics {

struct LossParts {
  torch::Tensor total;  // intra + w * inter
  torch::Tensor intra;
  torch::Tensor inter;
};

struct StepLosses {
  LossParts plain;      // weighted by gamma, as trained
  LossParts upper;      // max_k psi_k as the one prediction: BCE, and KL from the prior, unweighted
  torch::Tensor still;  // BCE of the baseline that predicts the current frame
  // the same on collision pixels; undefined when those are not known
  LossParts plain_relational, upper_relational;
  torch::Tensor still_relational;
  torch::Tensor squared_error;  // of the picture, a channel of a pixel; Gaussian pixels only
};

// Gaussian pixels have |.|² / 2 deviation² in place of BCE and KL, and State::picture() in place of
// max_k psi_k.
// psi and gamma of `step` against `target` [B,D], the true frame t + 1 (not its replacement in
// simulation); `current` [B,D] is the true frame t. `collisions` [B,D] of frame t: 1 where objects
// are that collide on the way to t + 1, the step that the prediction is about; may be undefined.
StepLosses step_losses(const model::Step& step, const torch::Tensor& current,
                       const torch::Tensor& target, const torch::Tensor& collisions,
                       const ops::LossConfig& settings);

// BCE of the upper bound alone. prediction and target [B,D] -> [B]
torch::Tensor picture_bce(const torch::Tensor& prediction, const torch::Tensor& target);

}  // namespace rnem::metrics
