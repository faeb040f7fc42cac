// How packed taps of the convolutions of strided_conv.h are laid out, for those who pack them and
// those who read them, whatever the instruction set.
//
// The functions are static, so that every unit has its own: one unit is compiled for processors
// that others need not have (strided_conv_native.cc).
#pragma once

#include "rnem/ops/kernels/bfloat16.h"
#include "rnem/ops/kernels/strided_conv.h"

namespace rnem::kernels {

// Output channels that are adjacent in packed taps: two AVX-512 vectors where possible.
static constexpr int channel_block(int channels) { return channels % 32 == 0 ? 32 : 16; }

// `up` to a frame goes channel by channel: all taps' products of a small pixel at once, then sums.
static constexpr int single_channel_block(int k) { return k == 4 ? 16 : 32; }

// packed taps of one channel of the large image then
static constexpr int single_up_taps(const StridedShape& shape) {
  return shape.small_c * single_channel_block(shape.k);
}

// The row of products lives on the stack.
constexpr int kMaxSingleChannelWidth = 64;

// The taps that reach large pixels of one parity, along one axis: last_tap, last_tap - 2, ... >= 0
// read the small pixels y + first, y + first + 1, ...
struct Phase {
  int last_tap;
  int count;
  int first;
};

static constexpr Phase phase(const StridedShape& shape, int parity) {
  int last = shape.k - 1;
  if ((last - parity - shape.pad) % 2 != 0) --last;
  return {last, last / 2 + 1, (parity + shape.pad - last) / 2};
}

// With 16 channels `up` computes large pixels 2x and 2x+1 together, a vector each. Left of x only
// the first has a tap, at x (and x+1 for k = 5) both have, and for k = 4 only the second at x+1:
// for each parity of rows, block of channels and row of taps, packed taps are
//   [cs][16] of the first,  [both][cs][2][16],  [cs][16] of the second if right_alone
constexpr int kPairBlock = 16;

struct Shared {
  int both;
  bool right_alone;
};

static constexpr Shared shared_columns(const StridedShape& shape) {
  return shape.k == 5 ? Shared{2, false} : Shared{1, true};
}

// A pair of bf16 takes a float's place; nobody reads it as a float.
static_assert(sizeof(Bf16Pair) == sizeof(float));
[[maybe_unused]] static Bf16Pair* as_pairs(float* memory) {
  return reinterpret_cast<Bf16Pair*>(memory);
}
[[maybe_unused]] static const Bf16Pair* as_pairs(const float* memory) {
  return reinterpret_cast<const Bf16Pair*>(memory);
}

// Convolutions of images that are pairs of bf16 already.
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
