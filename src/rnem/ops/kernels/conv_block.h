// One block convolution → layer norm → activation, and its convolution in the block's arithmetic.
#pragma once

#include <cstddef>

#include "rnem/ops/kernels/arithmetic.h"
#include "rnem/ops/kernels/norm_act.h"
#include "rnem/ops/kernels/strided_conv.h"

namespace rnem::kernels {

struct ConvBlock {
  StridedShape shape;   // of downsampling_shape or upsampling_shape
  const float* weight;  // [out,in,4,4]
  const float* bias;    // [out] or null
  NormActivation after;
  Arithmetic arithmetic = Arithmetic::kFloat32;

  bool upsamples() const { return shape.k == 5; }
  MapShape input() const;
  MapShape output() const;
  // Whether the forward pass must leave its output: the convolution's with a layer norm, the
  // activation's without. Convolutions of a frame are faster computed again.
  bool kept() const { return upsamples() || !shape.few_channels() || !after.on(); }
};

inline ImageView without_border(float* data, const MapShape& shape) {
  return {data, std::ptrdiff_t{shape.width} * shape.channels};
}

// Taps as the kernels read them, in floats of memory. `taps` is room for shape.taps().
enum class Direction { kForward, kBackward };
std::size_t packed_size(const ConvBlock& block, Direction direction);
void pack(const ConvBlock& block, Direction direction, float* taps, float* packed);

// Floats of scratch that each of the calls below needs.
std::size_t convolution_workspace(const ConvBlock& block);

// out [output()] = convolution of `in` + bias; `in` has a border
void convolve(const ConvBlock& block, ImageView in, const float* packed, float* out,
              float* workspace);

// the gradient dx [input()], given that of the convolution's output; dz has a border
void convolve_back(const ConvBlock& block, ImageView dz, const float* packed, float* dx,
                   float* workspace);

// adds the gradient with respect to the taps; both have a border
void add_tap_gradient(const ConvBlock& block, ImageView in, ImageView dz, float* taps,
                      float* workspace);

}  // namespace rnem::kernels
