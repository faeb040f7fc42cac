// Convolutions between an image and one of half its size: every convolution of the networks.
//
// A "large" image L [2h,2w,cl] (the last row or column may be missing) and a "small" one S [h,w,cs]
// are tied by k×k taps W[ky,kx,cl,cs] at stride 2, with `pad` rows and columns before the first:
//
//   down:          S[y,x,cs] = bias[cs] + sum L[2y+ky-pad, 2x+kx-pad, cl] W[ky,kx,cl,cs]
//   up:            L[2y+ky-pad, 2x+kx-pad, cl] = bias[cl] + sum S[y,x,cs] W[ky,kx,cl,cs]
//   tap_gradient:  dW[ky,kx,cl,cs] += sum L[2y+ky-pad, 2x+kx-pad, cl] S[y,x,cs]
//
// A 4×4 convolution of stride 2 is `down` with k = 4, pad = 1 and its data gradient is `up`.
// Nearest-neighbour ×2 followed by a 4×4 convolution is `up` with k = 5, pad = 2 and the taps of
// fold_upsampling: 25 multiply-adds a small pixel in place of 64; its data gradient is `down`.
//
// All functions work on one sample in the calling thread: a sample's maps stay in the L2 cache
// from one layer to the next, and samples are what threads are given.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rnem::kernels {

struct StridedShape {
  int small_h, small_w, small_c;
  int large_h, large_w, large_c;  // small = ceil(large / 2)
  int k, pad;                     // 4, 1 or 5, 2

  int taps() const { return k * k * large_c * small_c; }
  // The large image is a frame, or something with up to three numbers a pixel to go down from.
  bool few_channels() const { return large_c <= 3; }
  // a vector holds channels: multiples of 16, or one in the large image, or two or three of k = 4
  bool supported() const;
};

// An image with a border. The border must be readable and zero: 2 pixels around a large image,
// 1 pixel around a small one.
template <class T>
struct View {
  T* data = nullptr;       // pixel (0,0), channel 0; channels are adjacent
  std::ptrdiff_t row = 0;  // from one row to the next
};
using ImageView = View<float>;

constexpr int kBorder = 2;  // enough before and after any image

// Taps in the order that `down` or `up` reads them.
std::size_t packed_down_size(const StridedShape& shape);
std::size_t packed_up_size(const StridedShape& shape);
void pack_down(const StridedShape& shape, const float* taps, float* packed);
void pack_up(const StridedShape& shape, const float* taps, float* packed);

// bias may be null; the border of the result is left alone
void down(const StridedShape& shape, ImageView large, const float* packed, const float* bias,
          ImageView small);
void up(const StridedShape& shape, ImageView small, const float* packed, const float* bias,
        ImageView large);
void tap_gradient(const StridedShape& shape, ImageView large, ImageView small, float* taps);

}  // namespace rnem::kernels
