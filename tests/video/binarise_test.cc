#include "rnem/video/binarise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rnem/rng.h"

namespace rnem::video {
namespace {

using ::testing::Each;

constexpr int kSide = 16;
using Levels = std::vector<std::uint8_t>;

class Binarise : public ::testing::Test {
 protected:
  static Levels ground(int level) { return Levels(kSide * kSide, std::uint8_t(level)); }
  // a 4x4 square with its left edge at x
  static Levels with_square(Levels levels, int x, int level) {
    for (int i = 0; i < 16; ++i) {
      levels[std::size_t(kSide * (5 + i / 4) + x + i % 4)] = std::uint8_t(level);
    }
    return levels;
  }
  Fit fit_{{kSide, kSide}, {kSide, kSide}, "whole"};
};

TEST_F(Binarise, OtsuFindsWhatStandsOut) {
  Binariser binarise({}, fit_);
  EXPECT_EQ(binarise(with_square(ground(90), 3, 160)), with_square(ground(0), 3, 1));
  Binariser dark({.invert = true}, fit_);
  EXPECT_EQ(dark(with_square(ground(160), 3, 90)), with_square(ground(0), 3, 1));
}

TEST_F(Binarise, OtsuSeesNothingInNoise) {
  Binariser binarise({}, fit_);
  Rng rng(1, "noise");
  for (int t = 0; t < 10; ++t) {
    Levels levels = ground(100);
    for (auto& level : levels) level += std::uint8_t(rng.below(8));
    EXPECT_THAT(binarise(levels), Each(0)) << t;
  }
}

TEST_F(Binarise, OtsuFollowsTheLight) {
  Binariser binarise({}, fit_);
  for (int t = 0; t <= 400; ++t) {
    const int light = t / 4;
    ASSERT_EQ(binarise(with_square(ground(20 + light), 3, 110 + light)),
              with_square(ground(0), 3, 1))
        << t;
  }
}

TEST_F(Binarise, AThresholdStaysWhereItIs) {
  Binariser binarise({.method = "threshold", .threshold = 100}, fit_);
  EXPECT_THAT(binarise(ground(100)), Each(0));
  EXPECT_THAT(binarise(ground(101)), Each(1));
}

TEST_F(Binarise, TheBackgroundIsWhatIsThereMostly) {
  Levels scene = ground(0);
  for (std::size_t i = 0; i < scene.size(); ++i) scene[i] = std::uint8_t(i);  // any picture
  const auto at = [&](int t) { return with_square(scene, t % 12, 255); };
  std::vector<Levels> beginning;
  for (int t = 0; t < 24; ++t) beginning.push_back(at(t));
  Binariser binarise({.method = "background"}, fit_);
  binarise.look(beginning);
  EXPECT_EQ(binarise(at(0)), with_square(ground(0), 0, 1));
  EXPECT_EQ(binarise(at(7)), with_square(ground(0), 7, 1));
}

TEST_F(Binarise, WhatStaysBecomesBackground) {
  Binariser binarise({.method = "background"}, fit_);
  EXPECT_THAT(binarise(ground(50)), Each(0));
  const Levels parked = with_square(ground(50), 3, 200);
  EXPECT_EQ(binarise(parked), with_square(ground(0), 3, 1));
  for (int t = 0; t < 600; ++t) binarise(parked);
  EXPECT_THAT(binarise(parked), Each(0));
}

TEST_F(Binarise, BarsAreOffAndHaveNoSay) {
  const Fit wide({32, 16}, {kSide, kSide}, "whole");
  Binariser binarise({.invert = true}, wide);
  Levels frame(32 * 16, 200);
  for (int x = 0; x < 8; ++x) frame[std::size_t(32 * 8 + x)] = frame[std::size_t(32 * 9 + x)] = 20;
  const Levels lit = binarise(wide.shrink(frame));
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      EXPECT_EQ(lit[std::size_t(kSide * y + x)], y == 8 && x < 4 ? 1 : 0) << x << "," << y;
    }
  }
}

}  // namespace
}  // namespace rnem::video
