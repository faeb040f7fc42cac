#include "rnem/ops/kernels/conv_block.h"

#include "rnem/ops/kernels/conv_taps.h"
#include "rnem/ops/kernels/strided_conv_bf16.h"

namespace rnem::kernels {
namespace {

bool in_bf16(const ConvBlock& block) {
  return block.arithmetic != Arithmetic::kFloat32 && supports_bf16(block.shape);
}

bool is_up(const ConvBlock& block, Direction direction) {
  return block.upsamples() == (direction == Direction::kForward);
}

// A pair of bf16 takes a float's place; nobody reads it as a float.
static_assert(sizeof(Bf16Pair) == sizeof(float));
Bf16Pair* as_pairs(float* memory) { return reinterpret_cast<Bf16Pair*>(memory); }
const Bf16Pair* as_pairs(const float* memory) { return reinterpret_cast<const Bf16Pair*>(memory); }

// `up` or `down` from an image with a border to one without
void transform(const ConvBlock& block, Direction direction, ImageView from, const float* packed,
               const float* bias, ImageView to, float* workspace) {
  const bool up_wards = is_up(block, direction);
  if (in_bf16(block)) {
    (up_wards ? up_bf16 : down_bf16)(block.arithmetic, block.shape, from, as_pairs(packed), bias,
                                     to, as_pairs(workspace));
  } else {
    (up_wards ? up : down)(block.shape, from, packed, bias, to);
  }
}

}  // namespace

MapShape ConvBlock::input() const {
  return upsamples() ? MapShape{shape.small_h, shape.small_w, shape.small_c}
                     : MapShape{shape.large_h, shape.large_w, shape.large_c};
}

MapShape ConvBlock::output() const {
  return upsamples() ? MapShape{shape.large_h, shape.large_w, shape.large_c}
                     : MapShape{shape.small_h, shape.small_w, shape.small_c};
}

std::size_t packed_size(const ConvBlock& block, Direction direction) {
  if (in_bf16(block)) return block.shape.taps() / 2;
  return is_up(block, direction) ? packed_up_size(block.shape) : packed_down_size(block.shape);
}

void pack(const ConvBlock& block, Direction direction, float* taps, float* packed) {
  weights_to_taps(block.shape, block.weight, taps);
  const auto pack_as = [&](auto* to) {
    is_up(block, direction) ? pack_up(block.shape, taps, to) : pack_down(block.shape, taps, to);
  };
  in_bf16(block) ? pack_as(as_pairs(packed)) : pack_as(packed);
}

std::size_t convolution_workspace(const ConvBlock& block) {
  return in_bf16(block) ? bf16_workspace(block.shape) : 0;
}

void convolve(const ConvBlock& block, ImageView in, const float* packed, float* out,
              float* workspace) {
  transform(block, Direction::kForward, in, packed, block.bias, without_border(out, block.output()),
            workspace);
}

void convolve_back(const ConvBlock& block, ImageView dz, const float* packed, float* dx,
                   float* workspace) {
  transform(block, Direction::kBackward, dz, packed, nullptr, without_border(dx, block.input()),
            workspace);
}

void add_tap_gradient(const ConvBlock& block, ImageView in, ImageView dz, float* taps,
                      float* workspace) {
  const ImageView large = block.upsamples() ? dz : in, small = block.upsamples() ? in : dz;
  if (in_bf16(block)) {
    tap_gradient_bf16(block.arithmetic, block.shape, large, small, taps, as_pairs(workspace));
  } else {
    tap_gradient(block.shape, large, small, taps);
  }
}

}  // namespace rnem::kernels
