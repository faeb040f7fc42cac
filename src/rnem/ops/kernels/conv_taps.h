// Between the weights of a convolution layer [out,in,4,4] and the taps of strided_conv.h.
#pragma once

#include "rnem/ops/kernels/strided_conv.h"

namespace rnem::kernels {

// A 4×4 convolution of stride 2: its input is the large image.
StridedShape downsampling_shape(int height, int width, int in, int out);

// Nearest-neighbour ×2, then a 4×4 convolution: its input is the small image. Along one axis the
// even pixels of the enlarged image see taps (w0, w1+w2, w3) of small pixels m-1, m, m+1 and the
// odd ones (w0+w1, w2+w3) of m, m+1, which is `up` with 5 taps (w3, w2+w3, w1+w2, w0+w1, w0).
StridedShape upsampling_shape(int height, int width, int in, int out);

constexpr int kWindow = 4;  // the only window the networks use

void weights_to_taps(const StridedShape& shape, const float* weight, float* taps);
// the transpose of that map: what a gradient of the taps says about the weights
void taps_to_weights(const StridedShape& shape, const float* taps, float* weight);

}  // namespace rnem::kernels
