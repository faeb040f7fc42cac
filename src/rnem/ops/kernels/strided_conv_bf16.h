// The convolutions of strided_conv.h with products in bf16 (arithmetic.h).
//
// Images are floats here as there: a call rounds what it reads into its workspace, which takes 2 to
// 11 % of the time of the float convolution, and writes floats. Numbers are multiplied in pairs
// whose products meet in one sum: neighbouring channels in `down` and `up`, pixels of neighbouring
// rows in `tap_gradient`. `arithmetic` is kBfloat16 or kEmulatedBfloat16.
#pragma once

#include "rnem/ops/kernels/arithmetic.h"
#include "rnem/ops/kernels/bfloat16.h"
#include "rnem/ops/kernels/strided_conv.h"

namespace rnem::kernels {

// Frames of one to three channels stay float: they hardly have channels to pair, and only 4 % of
// the multiply-adds of a component-step (6 % with two). The first layer then sees its residuals,
// and the last makes its pixels, unrounded.
bool supports_bf16(const StridedShape& shape);

// Pairs of scratch for any of the calls below.
std::size_t bf16_workspace(const StridedShape& shape);

// Taps in the order of the float kernels, but two of the summed channels in a pair: taps() / 2.
void pack_down(const StridedShape& shape, const float* taps, Bf16Pair* packed);
void pack_up(const StridedShape& shape, const float* taps, Bf16Pair* packed);

void down_bf16(Arithmetic arithmetic, const StridedShape& shape, ImageView large,
               const Bf16Pair* packed, const float* bias, ImageView small, Bf16Pair* workspace);
void up_bf16(Arithmetic arithmetic, const StridedShape& shape, ImageView small,
             const Bf16Pair* packed, const float* bias, ImageView large, Bf16Pair* workspace);
void tap_gradient_bf16(Arithmetic arithmetic, const StridedShape& shape, ImageView large,
                       ImageView small, float* taps, Bf16Pair* workspace);

}  // namespace rnem::kernels
