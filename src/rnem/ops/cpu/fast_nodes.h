// The operators of Ops over the fused kernels, an autograd node each; float32 on the CPU.
#pragma once

#include <memory>
#include <vector>

#include "rnem/ops/ops.h"

namespace rnem::ops {

class NetworkPlans;
class WeightRows;

// Encoders, decoders and single layers. The node keeps its input, and of every layer what
// kernels/convolution.h and dense.h say: about 240 KB a sample for the 64×64 encoder and decoder
// together, against 1 MB when every operation keeps its own.

// Whether the kernels know every layer: float32 on the CPU, convolutions 4×4 of stride 2 or after
// an exact doubling, channels in multiples of 16 (or a frame of up to eight).
bool fast_network_supports(const Tensor& x, FeatureShape input,
                           const std::vector<NetworkLayer>& layers);

// x [N,input] -> [N,output], as Ops::network. The backward pass leaves gradients of dense weights
// in `collected`, unless that is null.
Tensor fast_network(const Tensor& x, FeatureShape input, std::vector<NetworkLayer> layers,
                    NetworkPlans& plans, const std::shared_ptr<WeightRows>& collected);

Tensor fast_norm_activation(const Tensor& x, const Norm& norm, Activation activation);
Tensor fast_pairs(const Tensor& focus, const Tensor& context, const Norm& norm,
                  Activation activation);  // K >= 2
Tensor fast_attend(const Tensor& alpha, const Tensor& effects);

// gamma must not want a gradient
Tensor fast_masked_residual(const Tensor& gamma, const Tensor& x, const Tensor& psi);
Tensor fast_look(const Tensor& gamma, const Tensor& x, const Tensor& psi, const Tensor& p,
                 const View& view);
Tensor fast_draw(const Tensor& logits, const Tensor& p, const FrameSize& frame);
// prior 0, no gradient through gamma
StepLoss fast_step_loss(const Tensor& psi, const Tensor& target, double inter_weight);

// Gaussian pixels of 1 or 3 channels; no gradient through gamma
Shown fast_show(const Tensor& drawn, const Tensor& background, std::int64_t channels);
Tensor fast_sight(const Tensor& gamma, const Tensor& x, const Tensor& psi, const Tensor& mask);
StepLoss fast_gaussian_loss(const Tensor& psi, const Tensor& target, const GaussianPixels& pixels,
                            const LossConfig& settings);

}  // namespace rnem::ops
