// Images, taps and the sums that define the strided convolutions of them, by plain loops.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "rnem/ops/kernels/convolution.h"
#include "rnem/ops/kernels/strided_conv.h"
#include "rnem/rng.h"

namespace rnem::kernels {

struct Image {
  int height, width, channels;
  std::vector<float> floats;
  ImageView view;

  Image(int h, int w, int c) : height(h), width(w), channels(c) {
    const std::ptrdiff_t row = std::ptrdiff_t{w + 2 * kBorder} * c;
    floats.assign(row * (h + 2 * kBorder), 0.0F);
    view = {floats.data() + kBorder * row + kBorder * c, row};
  }
  Image(const Image& other) : Image(other.height, other.width, other.channels) {
    floats.assign(other.floats.begin(), other.floats.end());
    view.data = floats.data() + (other.view.data - other.floats.data());
  }
  Image& operator=(const Image&) = delete;

  void fill(Rng& rng) {
    for (int y = 0; y < height; ++y) {
      for (int i = 0; i < width * channels; ++i) {
        view.data[y * view.row + i] = static_cast<float>(rng.normal());
      }
    }
  }
  float& at(int y, int x, int c) const { return view.data[y * view.row + x * channels + c]; }
};

// Calls body(small y, small x, large y, large x, tap) wherever a tap joins two pixels.
template <class F>
void for_each_contact(const StridedShape& s, F&& body) {
  for (int y = 0; y < s.small_h; ++y) {
    for (int x = 0; x < s.small_w; ++x) {
      for (int tap = 0; tap < s.k * s.k; ++tap) {
        const int ly = 2 * y + tap / s.k - s.pad, lx = 2 * x + tap % s.k - s.pad;
        if (ly >= 0 && lx >= 0 && ly < s.large_h && lx < s.large_w) body(y, x, ly, lx, tap);
      }
    }
  }
}

struct StridedInputs {
  StridedShape shape;
  Image large, small;
  std::vector<float> taps, bias;  // bias of the large image

  explicit StridedInputs(const StridedShape& s)
      : shape(s),
        large(s.large_h, s.large_w, s.large_c),
        small(s.small_h, s.small_w, s.small_c),
        taps(s.taps()),
        bias(s.large_c) {
    Rng rng(1, "strided");
    large.fill(rng);
    small.fill(rng);
    for (auto* values : {&taps, &bias}) {
      for (float& v : *values) v = static_cast<float>(rng.normal());
    }
  }
};

// `up` with a bias, `down` without, and `tap_gradient` on top of ones
struct StridedSums {
  Image up, down;
  std::vector<float> taps;

  // as kernels are to find it
  explicit StridedSums(const StridedShape& s)
      : up(s.large_h, s.large_w, s.large_c),
        down(s.small_h, s.small_w, s.small_c),
        taps(s.taps(), 1.0F) {}

  explicit StridedSums(const StridedInputs& in) : StridedSums(in.shape) {
    const StridedShape& s = in.shape;
    for (int y = 0; y < s.large_h; ++y) {
      for (int x = 0; x < s.large_w; ++x) {
        for (int c = 0; c < s.large_c; ++c) up.at(y, x, c) = in.bias[c];
      }
    }
    for_each_contact(s, [&](int y, int x, int ly, int lx, int tap) {
      for (int cl = 0; cl < s.large_c; ++cl) {
        for (int cs = 0; cs < s.small_c; ++cs) {
          const int w = (tap * s.large_c + cl) * s.small_c + cs;
          down.at(y, x, cs) += in.large.at(ly, lx, cl) * in.taps[w];
          up.at(ly, lx, cl) += in.small.at(y, x, cs) * in.taps[w];
          taps[w] += in.large.at(ly, lx, cl) * in.small.at(y, x, cs);
        }
      }
    });
  }
};

// what the kernels make of it
inline StridedSums run_kernels(Precision precision, const StridedInputs& in) {
  const StridedShape& s = in.shape;
  const auto packed = [&](Direction direction) {
    std::vector<float> taps(packed_size(precision, s, direction));
    pack(precision, s, direction, in.taps.data(), taps.data());
    return taps;
  };
  // NaNs, also as pairs of bf16: nothing is left over
  std::vector<float> workspace(strided_workspace(precision, s), std::bit_cast<float>(~0U));
  StridedSums got(s);
  up(precision, s, in.small.view, packed(Direction::kUp).data(), in.bias.data(), got.up.view,
     workspace.data());
  down(precision, s, in.large.view, packed(Direction::kDown).data(), nullptr, got.down.view,
       workspace.data());
  tap_gradient(precision, s, in.large.view, in.small.view, got.taps.data(), workspace.data());
  return got;
}

inline void expect_near(const std::vector<float>& expected, const std::vector<float>& got,
                        float tolerance, const std::string& what) {
  ASSERT_EQ(expected.size(), got.size());
  float worst = 0.0F;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const float error = std::abs(expected[i] - got[i]);
    worst = error <= worst ? worst : error;  // keeps a NaN
  }
  EXPECT_LE(worst, tolerance) << what;
}

inline void expect_near(const StridedSums& expected, const StridedSums& got, float tolerance,
                        const std::string& where) {
  expect_near(expected.up.floats, got.up.floats, tolerance, "up, " + where);
  expect_near(expected.down.floats, got.down.floats, tolerance, "down, " + where);
  expect_near(expected.taps, got.taps, tolerance, "tap_gradient, " + where);
}

// 25 * 64 products of numbers below 4, added in another order
inline constexpr float kSumTolerance = 2e-4F;

}  // namespace rnem::kernels
