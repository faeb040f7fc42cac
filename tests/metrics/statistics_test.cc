#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rnem/metrics/blobs.h"
#include "rnem/metrics/bootstrap.h"
#include "rnem/metrics/series.h"
#include "rnem/rng.h"

namespace rnem::metrics {
namespace {

TEST(Series, MeansLeaveOutWhatIsUnknown) {
  Series series(2, 3);
  series.at(0, 0) = 1;
  series.at(0, 2) = 5;
  series.at(1, 0) = 3;
  EXPECT_THAT(series.per_step(),
              ::testing::ElementsAre(2, ::testing::NanSensitiveDoubleEq(kUnknown), 5));
  EXPECT_THAT(series.per_sequence(), ::testing::ElementsAre(3, 3));
  EXPECT_THAT(series.last(), ::testing::ElementsAre(5, ::testing::NanSensitiveDoubleEq(kUnknown)));
}

TEST(Bootstrap, IntervalIsAsWideAsTheStandardErrorSays) {
  Rng rng(5, "values");
  std::vector<double> values;
  for (int i = 0; i < 400; ++i) values.push_back(7 + 2 * rng.normal());
  const Estimate estimate = mean_estimate(values, 1).value();
  // 1.96 standard errors of 2 / sqrt(400) to each side; 1000 resamples know it to about 10 %
  EXPECT_NEAR(estimate.high - estimate.low, 2 * 1.96 * 0.1, 0.06);
  EXPECT_LT(estimate.low, estimate.value);
  EXPECT_GT(estimate.high, estimate.value);
  EXPECT_EQ(mean_estimate(values, 1)->low, estimate.low);
  EXPECT_NE(mean_estimate(values, 2)->low, estimate.low);
}

TEST(Bootstrap, RatioOfMeansIsNotTheMeanOfRatios) {
  const std::vector<double> above = {1, 9, kUnknown}, below = {10, 10, 3};
  EXPECT_DOUBLE_EQ(ratio_estimate(above, below, 1)->value, 0.5);
  const std::vector<double> proportional = {2, 4, 6}, base = {1, 2, 3};
  EXPECT_DOUBLE_EQ(ratio_estimate(proportional, base, 1)->low, 2.0);
  EXPECT_FALSE(ratio_estimate(above, std::vector<double>{0, 0, 0}, 1).has_value());
  EXPECT_FALSE(mean_estimate(std::vector<double>{kUnknown}, 1).has_value());
}

TEST(Blobs, CountsPatchesAndLeavesOutSpecks) {
  // two 2x2 squares that touch at a corner are one patch; the single pixel is a speck
  const std::vector<std::uint8_t> picture = {1, 1, 0, 0, 0, 0,  //
                                             1, 1, 0, 0, 0, 1,  //
                                             0, 0, 1, 1, 0, 0,  //
                                             0, 0, 1, 1, 0, 0};
  const auto centres = blob_centres(picture, 4, 6);
  ASSERT_EQ(centres.size(), 1u);
  EXPECT_DOUBLE_EQ(centres[0].x, 2.0);
  EXPECT_DOUBLE_EQ(centres[0].y, 2.0);
  EXPECT_EQ(blob_centres(picture, 4, 6, 1).size(), 2u);
}

TEST(Blobs, DoesNotWrapAroundTheEdge) {
  const std::vector<std::uint8_t> picture = {0, 0, 1, 1, 1, 0, 0, 1, 1};  // 3 x 3
  EXPECT_EQ(blob_centres(picture, 3, 3, 1).size(), 1u);
  const std::vector<std::uint8_t> apart = {0, 0, 0, 1,  //
                                           0, 0, 0, 0,  //
                                           1, 0, 0, 0};
  EXPECT_EQ(blob_centres(apart, 3, 4, 1).size(), 2u);
}

}  // namespace
}  // namespace rnem::metrics
