// What a step's prediction costs, and which steps count.
#pragma once

#include <string>

#include "rnem/core/options.h"

namespace rnem::ops {

// Loss of a step, summed over pixels and components (paper eq. 3): intra + inter_weight inter,
//   intra = gamma_k BCE(psi_k, y),  inter = (1 - gamma_k) KL(Bernoulli(prior) || Bernoulli(psi_k))
// and of Gaussian pixels (grey and colour, what N-EM has for real-valued ones), with b the
// background, or the prior where there is none:
//   intra = gamma_k |y - psi_k|² / 2 deviation²,  inter = (1 - gamma_k) |psi_k - b|² / 2 deviation²
struct LossConfig {
  double prior = 0.0;                // mean of the pixel prior
  double inter_weight = 1.0;         // weight of the inter-cluster part
  bool through_gamma = false;        // let the gradient through gamma as well (N-EM)
  std::string steps = "all";         // of a window: all, last, or numbers from 1 such as "10,20"
  std::string pixels = "bernoulli";  // their likelihood: bernoulli, of zeros and ones, or gaussian
  double deviation = 0.25;           // gaussian: sigma of a channel
  bool learn_deviation = false;      // gaussian: from there on; log sigma is then part of intra

  bool gaussian() const { return pixels == "gaussian"; }
};

// Keys "loss.prior", "loss.steps", ...
OptionTable options(LossConfig& config);

}  // namespace rnem::ops
