#include "rnem/video/fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"

namespace rnem::video {
namespace {

using rnem::testing::error_of;
using ::testing::Each;
using ::testing::HasSubstr;

TEST(Fit, AnEdgeLiesAtTheSamePlaceThereAndBack) {
  for (const auto& mode : fit_modes()) {
    const Fit fit({640, 360}, {64, 48}, mode);
    for (const double x : {0.0, 0.5, 17.25, 64.0}) {
      EXPECT_NEAR(fit.model_x(fit.x_of(x)), x, 1e-12) << mode;
      EXPECT_NEAR(fit.model_y(fit.y_of(x)), x, 1e-12) << mode;
    }
  }
}

TEST(Fit, TheWholeFrameHasBarsAndFillHasNone) {
  const Fit whole({640, 320}, {64, 64}, "whole"), fill({640, 320}, {64, 64}, "fill");
  EXPECT_DOUBLE_EQ(whole.scale_x(), 10);
  EXPECT_FALSE(whole.shows(10, 15));
  EXPECT_TRUE(whole.shows(10, 16));
  EXPECT_TRUE(whole.shows(63, 47));
  EXPECT_FALSE(whole.shows(10, 48));
  EXPECT_DOUBLE_EQ(fill.scale_x(), 5);
  EXPECT_TRUE(fill.shows(0, 0));
  EXPECT_DOUBLE_EQ(fill.x_of(0), 160);
  EXPECT_DOUBLE_EQ(fill.seen_pixels().width, 320);
}

TEST(Fit, AModelPixelIsTheMeanOfWhatItCovers) {
  // 6x6 on 4x4: every model pixel covers one and a half pixels a side
  std::vector<std::uint8_t> levels(36, 0);
  levels[0] = 200;
  levels[1] = 100;
  const Fit fit({6, 6}, {4, 4}, "whole");
  const auto small = fit.shrink(levels);
  EXPECT_EQ(small[0], std::lround((200 * 1.0 + 100 * 0.5) / 2.25));
  EXPECT_EQ(small[1], std::lround(100 * 0.5 / 2.25));
  EXPECT_EQ(small[4], 0);
  EXPECT_THAT(fit.shrink(std::vector<std::uint8_t>(36, 77)), Each(77));
}

TEST(Fit, SmallFramesAreEnlarged) {
  const Fit fit({2, 2}, {4, 4}, "whole");
  const std::vector<std::uint8_t> expected = {10, 10, 20, 20, 10, 10, 20, 20,
                                              30, 30, 40, 40, 30, 30, 40, 40};
  EXPECT_EQ(fit.shrink({10, 20, 30, 40}), expected);
}

TEST(Fit, APartIsSeenAlone) {
  std::vector<std::uint8_t> levels(100, 255);
  for (int y = 2; y < 6; ++y) {
    for (int x = 3; x < 7; ++x) levels[std::size_t(10 * y + x)] = 50;
  }
  const Fit fit({10, 10}, {4, 4}, "whole", parse_region("--crop", "3,2,4x4", 10, 10));
  EXPECT_THAT(fit.shrink(levels), Each(50));
  EXPECT_THAT(error_of([] { parse_region("--crop", "3,2", 10, 10); }),
              HasSubstr("--crop 3,2: expected X,Y,WIDTHxHEIGHT"));
  EXPECT_THAT(error_of([] { parse_region("--crop", "3,2,8x2", 10, 10); }),
              HasSubstr("beyond frames of 10x10"));
}

}  // namespace
}  // namespace rnem::video
