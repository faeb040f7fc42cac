// The convolution kernels against the sums that define them.
#include "rnem/kernels/strided_conv.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/every_target.h"
#include "rnem/core/rng.h"
#include "rnem/kernels/conv_taps.h"

namespace rnem::kernels {
namespace {

// 25 * 64 products of numbers below 1, added in another order
constexpr float kTolerance = 2e-4F;

struct Image {
  int height, width, channels;
  std::vector<float> floats;
  ImageView view;

  Image(int h, int w, int c, Rng* rng) : height(h), width(w), channels(c) {
    const std::ptrdiff_t row = std::ptrdiff_t{w + 2 * kBorder} * c;
    floats.assign(row * (h + 2 * kBorder), 0.0F);
    view = {floats.data() + kBorder * row + kBorder * c, row};
    for (int y = 0; y < h && rng != nullptr; ++y) {
      for (int i = 0; i < w * c; ++i) view.data[y * row + i] = static_cast<float>(rng->normal());
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

void expect_near(const std::vector<float>& expected, const std::vector<float>& got,
                 const std::string& what) {
  ASSERT_EQ(expected.size(), got.size());
  float worst = 0.0F;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const float error = std::abs(expected[i] - got[i]);
    worst = error <= worst ? worst : error;  // keeps a NaN
  }
  EXPECT_LE(worst, kTolerance) << what;
}

class StridedConv : public testing::TestWithParam<StridedShape> {};

TEST_P(StridedConv, EqualsTheSumsThatDefineIt) {
  const StridedShape s = GetParam();
  ASSERT_TRUE(s.supported());
  Rng rng(1, "strided");
  const Image large(s.large_h, s.large_w, s.large_c, &rng);
  const Image small(s.small_h, s.small_w, s.small_c, &rng);
  std::vector<float> taps(s.taps()), large_bias(s.large_c), small_bias(s.small_c);
  for (auto* values : {&taps, &large_bias, &small_bias}) {
    for (float& v : *values) v = static_cast<float>(rng.normal());
  }
  // plain loops
  const Image up_expected(s.large_h, s.large_w, s.large_c, nullptr);
  const Image down_expected(s.small_h, s.small_w, s.small_c, nullptr);
  std::vector<float> gradient_expected(s.taps(), 1.0F);
  for (int y = 0; y < s.large_h; ++y) {
    for (int x = 0; x < s.large_w; ++x) {
      for (int c = 0; c < s.large_c; ++c) up_expected.at(y, x, c) = large_bias[c];
    }
  }
  for_each_contact(s, [&](int y, int x, int ly, int lx, int tap) {
    for (int cl = 0; cl < s.large_c; ++cl) {
      for (int cs = 0; cs < s.small_c; ++cs) {
        const int w = (tap * s.large_c + cl) * s.small_c + cs;
        down_expected.at(y, x, cs) += large.at(ly, lx, cl) * taps[w];
        up_expected.at(ly, lx, cl) += small.at(y, x, cs) * taps[w];
        gradient_expected[w] += large.at(ly, lx, cl) * small.at(y, x, cs);
      }
    }
  });
  // kernels
  std::vector<float> packed_down(packed_down_size(s)), packed_up(packed_up_size(s));
  pack_down(s, taps.data(), packed_down.data());
  pack_up(s, taps.data(), packed_up.data());
  for_each_machine([&](const std::string& machine) {
    const Image up_got(s.large_h, s.large_w, s.large_c, nullptr);
    const Image down_got(s.small_h, s.small_w, s.small_c, nullptr);
    std::vector<float> gradient_got(s.taps(), 1.0F);  // the kernel adds
    up(s, small.view, packed_up.data(), large_bias.data(), up_got.view);
    down(s, large.view, packed_down.data(), nullptr, down_got.view);
    tap_gradient(s, large.view, small.view, gradient_got.data());
    expect_near(up_expected.floats, up_got.floats, "up, " + machine);
    expect_near(down_expected.floats, down_got.floats, "down, " + machine);
    expect_near(gradient_expected, gradient_got, "tap_gradient, " + machine);
  });
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, StridedConv,
    testing::Values(downsampling_shape(8, 8, 1, 16), downsampling_shape(9, 7, 1, 32),
                    downsampling_shape(10, 34, 16, 16), downsampling_shape(5, 3, 16, 32),
                    downsampling_shape(7, 21, 32, 48), downsampling_shape(4, 6, 48, 64),
                    upsampling_shape(1, 1, 16, 1), upsampling_shape(5, 13, 16, 1),
                    upsampling_shape(3, 9, 32, 16), upsampling_shape(4, 11, 16, 48),
                    upsampling_shape(2, 17, 64, 32)));

TEST(ConvTaps, FoldingIsNearestNeighbourThenConvolution) {
  // along one axis: (w0,w1,w2,w3) -> (w3, w2+w3, w1+w2, w0+w1, w0)
  const StridedShape s = upsampling_shape(2, 2, 1, 1);
  std::vector<float> weight(16, 0.0F), taps(25);
  const float axis[4] = {1, 10, 100, 1000}, folded[5] = {1000, 1100, 110, 11, 1};
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 4; ++x) weight[y * 4 + x] = axis[y] * axis[x];
  }
  weights_to_taps(s, weight.data(), taps.data());
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 5; ++x) EXPECT_EQ(taps[y * 5 + x], folded[y] * folded[x]);
  }
}

TEST(ConvTaps, BackwardMapIsTheTranspose) {
  Rng rng(2, "taps");
  for (const StridedShape& s : {downsampling_shape(4, 4, 2, 3), upsampling_shape(4, 4, 3, 2)}) {
    const int weights = 16 * s.large_c * s.small_c;
    std::vector<float> w(weights), t(s.taps()), tw(s.taps()), wt(weights);
    for (float& v : w) v = static_cast<float>(rng.normal());
    for (float& v : t) v = static_cast<float>(rng.normal());
    weights_to_taps(s, w.data(), tw.data());
    taps_to_weights(s, t.data(), wt.data());
    double left = 0, right = 0;
    for (int i = 0; i < s.taps(); ++i) left += double{t[i]} * tw[i];
    for (int i = 0; i < weights; ++i) right += double{w[i]} * wt[i];
    EXPECT_NE(left, 0.0);
    EXPECT_NEAR(left, right, 1e-4 * std::abs(left));
  }
}

TEST(StridedShape, KnowsWhatTheKernelsCannotDo) {
  EXPECT_FALSE(downsampling_shape(8, 8, 3, 16).supported());
  EXPECT_FALSE(downsampling_shape(8, 8, 16, 20).supported());
  EXPECT_FALSE(upsampling_shape(8, 200, 16, 1).supported());
  EXPECT_TRUE(downsampling_shape(84, 84, 1, 16).supported());
}

}  // namespace
}  // namespace rnem::kernels
