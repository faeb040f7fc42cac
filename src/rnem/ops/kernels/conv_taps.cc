#include "rnem/ops/kernels/conv_taps.h"

namespace rnem::kernels {
namespace {

// Calls body(tap index, weight index) for every pair in which the tap contains the weight.
template <class F>
void for_each_pair(const StridedShape& s, F&& body) {
  const bool folded = s.k == kWindow + 1;
  // with folding, weight i along an axis is part of taps 3-i and 4-i
  const int copies = folded ? 2 : 1;
  const auto tap_of = [&](int i, int copy) { return folded ? kWindow - 1 - i + copy : i; };
  const int in = folded ? s.small_c : s.large_c, out = folded ? s.large_c : s.small_c;
  for (int o = 0; o < out; ++o) {
    for (int i = 0; i < in; ++i) {
      const int cl = folded ? o : i, cs = folded ? i : o;
      for (int y = 0; y < kWindow * copies; ++y) {
        for (int x = 0; x < kWindow * copies; ++x) {
          const int ky = tap_of(y / copies, y % copies), kx = tap_of(x / copies, x % copies);
          body(((ky * s.k + kx) * s.large_c + cl) * s.small_c + cs,
               ((o * in + i) * kWindow + y / copies) * kWindow + x / copies);
        }
      }
    }
  }
}

}  // namespace

StridedShape downsampling_shape(int height, int width, int in, int out) {
  return {(height + 1) / 2, (width + 1) / 2, out, height, width, in, kWindow, 1};
}

StridedShape upsampling_shape(int height, int width, int in, int out) {
  return {height, width, in, 2 * height, 2 * width, out, kWindow + 1, 2};
}

void weights_to_taps(const StridedShape& s, const float* weight, float* taps) {
  for (int i = 0; i < s.taps(); ++i) taps[i] = 0.0F;
  for_each_pair(s, [&](int tap, int w) { taps[tap] += weight[w]; });
}

void taps_to_weights(const StridedShape& s, const float* taps, float* weight) {
  const int count = kWindow * kWindow * s.large_c * s.small_c;
  for (int i = 0; i < count; ++i) weight[i] = 0.0F;
  for_each_pair(s, [&](int tap, int w) { weight[w] += taps[tap]; });
}

}  // namespace rnem::kernels
