// What a step's prediction costs, and which steps count.
#pragma once

#include <string>

#include "rnem/core/options.h"

namespace rnem::ops {

// Loss of a step, summed over pixels and components (paper eq. 3): intra + inter_weight inter,
//   intra = gamma_k BCE(psi_k, y),  inter = (1 - gamma_k) KL(Bernoulli(prior) || Bernoulli(psi_k))
struct LossConfig {
  double prior = 0.0;          // Bernoulli mean of the pixel prior
  double inter_weight = 1.0;   // weight of the inter-cluster part
  bool through_gamma = false;  // let the gradient through gamma as well (N-EM)
  std::string steps = "all";   // of a window: all, last, or numbers from 1 such as "10,20"
};

// Keys "loss.prior", "loss.steps", ...
OptionTable options(LossConfig& config);

}  // namespace rnem::ops
