// What strided_conv_bf16.h is made of: convolutions of images that are pairs of bf16 already.
#pragma once

#include "rnem/ops/kernels/bfloat16.h"
#include "rnem/ops/kernels/strided_conv.h"

namespace rnem::kernels {

using PairView = View<const Bf16Pair>;

struct PairKernels {
  using Convolution = void (*)(const StridedShape& shape, PairView from, const Bf16Pair* packed,
                               const float* bias, ImageView to);
  Convolution down, up;
  void (*tap_gradient)(const StridedShape& shape, PairView large, PairView small, float* taps);
};

// With AVX-512-bf16 dot products. The call itself may already use such instructions: only where
// machine::has_native_bf16().
PairKernels native_pair_kernels();

}  // namespace rnem::kernels
