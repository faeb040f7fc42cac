// How packed taps are laid out: what pack_* and the kernels of strided_conv.cc agree on.
#pragma once

#include "rnem/kernels/strided_conv.h"

namespace rnem::kernels {

// Output channels that are adjacent in packed taps: two AVX-512 vectors where possible.
constexpr int channel_block(int channels) { return channels % 32 == 0 ? 32 : 16; }

// One-channel `up` computes all taps' products of a small pixel at once and then sums them.
constexpr int single_channel_block(int k) { return k == 4 ? 16 : 32; }

// The row of products lives on the stack.
constexpr int kMaxSingleChannelWidth = 64;

// The taps that reach large pixels of one parity, along one axis: last_tap, last_tap - 2, ... >= 0
// read the small pixels y + first, y + first + 1, ...
struct Phase {
  int last_tap;
  int count;
  int first;
};

constexpr Phase phase(const StridedShape& shape, int parity) {
  int last = shape.k - 1;
  if ((last - parity - shape.pad) % 2 != 0) --last;
  return {last, last / 2 + 1, (parity + shape.pad - last) / 2};
}

}  // namespace rnem::kernels
