// Convolutions between an image and one of half its size: every convolution of the networks.
//
// A "large" image L [2h,2w,cl] (the last row or column may be missing) and a "small" one S [h,w,cs]
// are tied by k×k taps W[ky,kx,cl,cs] at stride 2, with `pad` rows and columns before the first:
//
//   down:          S[y,x,cs] = bias[cs] + sum L[2y+ky-pad, 2x+kx-pad, cl] W[ky,kx,cl,cs]
//   up:            L[2y+ky-pad, 2x+kx-pad, cl] = bias[cl] + sum S[y,x,cs] W[ky,kx,cl,cs]
//   tap_gradient:  dW[ky,kx,cl,cs] += sum L[2y+ky-pad, 2x+kx-pad, cl] S[y,x,cs]
//
// All functions work on one sample in the calling thread: a sample's maps stay in the L2 cache
// from one layer to the next, and samples are what threads are given.
#pragma once

#include <cstddef>

#include "rnem/ops/kernels/block.h"

namespace rnem::kernels {

struct StridedShape {
  int small_h, small_w, small_c;
  int large_h, large_w, large_c;  // small = ceil(large / 2)
  int k, pad;                     // 4, 1 or 5, 2

  int taps() const { return k * k * large_c * small_c; }
  // The large image is a frame: up to three colours, a mask, what an encoder sees of them.
  bool few_channels() const { return large_c <= 8; }
  // a vector holds channels: multiples of 16, or few in the large image
  bool supported() const;
};

// Images have a border that must be readable and zero: 2 pixels around a large one, 1 pixel around
// a small one.
constexpr int kBorder = 2;  // enough before and after any image

// Whether products are rounded. Frames of few channels stay float in any precision: they hardly
// have channels to pair, and with one only 4 % of the multiply-adds of a component-step (6 % with
// two). The first layer then sees its residuals, and the last makes its pixels, unrounded.
bool rounds(Precision precision, const StridedShape& shape);

// Taps in the order that `down` or `up` reads them; packed_size() in floats of memory. Where
// products are rounded, two taps of the summed channels are a pair in a float's place.
enum class Direction { kDown, kUp };
std::size_t packed_size(Precision precision, const StridedShape& shape, Direction direction);
void pack(Precision precision, const StridedShape& shape, Direction direction, const float* taps,
          float* packed);

// Images are floats in any precision. Where products are rounded, a call rounds what it reads into
// its workspace, which takes 2 to 11 % of the time of the float convolution. Numbers are multiplied
// in pairs whose products meet in one sum: neighbouring channels in `down` and `up`, pixels of
// neighbouring rows in `tap_gradient`.
std::size_t strided_workspace(Precision precision, const StridedShape& shape);  // floats

// bias may be null; the border of the result is left alone
void down(Precision precision, const StridedShape& shape, ImageView large, const float* packed,
          const float* bias, ImageView small, float* workspace);
void up(Precision precision, const StridedShape& shape, ImageView small, const float* packed,
        const float* bias, ImageView large, float* workspace);
void tap_gradient(Precision precision, const StridedShape& shape, ImageView large, ImageView small,
                  float* taps, float* workspace);

}  // namespace rnem::kernels
