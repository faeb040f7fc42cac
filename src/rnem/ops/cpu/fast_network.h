// Encoders, decoders and single layers as one autograd node over the fused kernels.
//
// The node keeps its input, and of every layer what kernels/kept.h says: about 240 KB a sample for
// the 64×64 encoder and decoder together, against 1 MB when every operation keeps its own.
#pragma once

#include <vector>

#include "rnem/ops/kernels/arithmetic.h"
#include "rnem/ops/ops.h"

namespace rnem::ops {

// Whether the kernels know every layer: float32 on the CPU, convolutions 4×4 of stride 2 or after
// an exact doubling, channels in multiples of 16 (or a frame of one channel, or of up to three
// going in).
bool fast_network_supports(const Tensor& x, FeatureShape input,
                           const std::vector<NetworkLayer>& layers);

// x [N,input] -> [N,output], as Ops::network.
Tensor fast_network(const Tensor& x, FeatureShape input, const std::vector<NetworkLayer>& layers,
                    kernels::Arithmetic arithmetic);

}  // namespace rnem::ops
