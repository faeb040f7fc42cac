// The convolution kernels against the sums that define them.
#include "rnem/ops/kernels/strided_conv.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ops/every_target.h"
#include "ops/strided_sums.h"

namespace rnem::kernels {
namespace {

class StridedConv : public testing::TestWithParam<StridedShape> {};

TEST_P(StridedConv, EqualsTheSumsThatDefineIt) {
  const StridedShape s = GetParam();
  ASSERT_TRUE(s.supported());
  const StridedInputs in(s);
  const StridedSums expected(in);
  for_each_machine([&](const std::string& machine) {
    expect_near(expected, run_kernels(Precision::kFloat32, in), kSumTolerance, machine);
  });
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, StridedConv,
    testing::Values(downsampling_shape(8, 8, 1, 16), downsampling_shape(9, 7, 1, 32),
                    downsampling_shape(8, 8, 2, 16), downsampling_shape(7, 9, 2, 48),
                    downsampling_shape(8, 8, 3, 16), downsampling_shape(7, 9, 3, 48),
                    downsampling_shape(10, 34, 16, 16), downsampling_shape(5, 3, 16, 32),
                    downsampling_shape(7, 21, 32, 48), downsampling_shape(4, 6, 48, 64),
                    upsampling_shape(1, 1, 16, 1), upsampling_shape(5, 13, 16, 1),
                    upsampling_shape(3, 9, 32, 16), upsampling_shape(4, 11, 16, 48),
                    upsampling_shape(2, 17, 64, 32), upsampling_shape(3, 9, 16, 4),
                    downsampling_shape(9, 7, 7, 16)));

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
  EXPECT_FALSE(downsampling_shape(8, 8, 9, 16).supported());
  EXPECT_FALSE(downsampling_shape(8, 8, 16, 20).supported());
  EXPECT_FALSE(downsampling_shape(8, 200, 2, 16).supported());
  EXPECT_FALSE(upsampling_shape(8, 8, 16, 9).supported());
  EXPECT_FALSE(upsampling_shape(8, 200, 16, 1).supported());
  EXPECT_TRUE(downsampling_shape(84, 84, 1, 16).supported());
  EXPECT_TRUE(upsampling_shape(8, 8, 16, 4).supported());
}

}  // namespace
}  // namespace rnem::kernels
