#include "rnem/worlds/canvas.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "rnem/rng.h"

namespace rnem::worlds {
namespace {

constexpr Shape kShape{.height = 20, .width = 24, .max_objects = 3};

TEST(Canvas, DiscIsOnWhereThePixelCentreIsInside) {
  Rng rng(1, "canvas");
  for (int trial = 0; trial < 200; ++trial) {
    const double x = rng.uniform(-3, 27), y = rng.uniform(-3, 23), radius = rng.uniform(0.1, 9);
    Sequence sequence = blank_sequence(kShape, 2, 1);
    Canvas(sequence, kShape, 1).disc(x, y, radius, 3, true);
    for (int row = 0; row < kShape.height; ++row) {
      for (int column = 0; column < kShape.width; ++column) {
        const int pixel = (kShape.height + row) * kShape.width + column;
        const bool inside = std::hypot(column + 0.5 - x, row + 0.5 - y) <= radius;
        ASSERT_EQ(sequence.features[pixel], inside ? 1 : 0);
        ASSERT_EQ(sequence.groups[pixel], inside ? 3 : 0);
        ASSERT_EQ(sequence.collisions[pixel], inside ? 1 : 0);
      }
    }
    const auto first = sequence.features.begin();
    EXPECT_EQ(std::accumulate(first, first + kShape.height * kShape.width, 0), 0) << "frame 0";
  }
}

TEST(Canvas, OverlapOfStencilsIsSeenButBelongsToNoGroup) {
  const Stencil bar{3, {{0, 3}}};
  Sequence sequence = blank_sequence(kShape, 1, 3);
  Canvas canvas(sequence, kShape, 0);
  canvas.stencil(bar, 0, 0, 1);
  canvas.stencil(bar, 0, 2, 2);
  canvas.stencil(bar, 0, 2, 3);  // a third object on top does not bring the pixel back
  const std::vector<int> groups(sequence.groups.begin(), sequence.groups.begin() + 6);
  const std::vector<int> features(sequence.features.begin(), sequence.features.begin() + 6);
  EXPECT_EQ(groups, (std::vector<int>{1, 1, 0, 0, 0, 0}));
  EXPECT_EQ(features, (std::vector<int>{1, 1, 1, 1, 1, 0}));
}

TEST(Canvas, OverlapOfDiscsIsSeenAndCollidesButBelongsToNoGroup) {
  Sequence sequence = blank_sequence(kShape, 1, 3);
  Canvas canvas(sequence, kShape, 0);
  canvas.disc(2.5, 0.5, 1.1, 1, true);  // columns 1 to 3 of row 0
  canvas.disc(4.5, 0.5, 1.1, 2, false);
  canvas.disc(4.5, 0.5, 1.1, 3, false);
  const std::vector<int> groups(sequence.groups.begin(), sequence.groups.begin() + 7);
  const std::vector<int> features(sequence.features.begin(), sequence.features.begin() + 7);
  const std::vector<int> collisions(sequence.collisions.begin(), sequence.collisions.begin() + 7);
  EXPECT_EQ(groups, (std::vector<int>{0, 1, 1, 0, 0, 0, 0}));
  EXPECT_EQ(features, (std::vector<int>{0, 1, 1, 1, 1, 1, 0}));
  EXPECT_EQ(collisions, (std::vector<int>{0, 1, 1, 1, 0, 0, 0}));
}

TEST(Canvas, HideTurnsOffExactlyTheSquare) {
  Sequence sequence = blank_sequence(kShape, 1, 1);
  Canvas canvas(sequence, kShape, 0);
  canvas.disc(12, 10, 100, 1, true);
  canvas.hide(3, 7, 5);
  for (int row = 0; row < kShape.height; ++row) {
    for (int column = 0; column < kShape.width; ++column) {
      const int pixel = row * kShape.width + column;
      const int on = row >= 3 && row < 8 && column >= 7 && column < 12 ? 0 : 1;
      ASSERT_EQ(sequence.features[pixel], on);
      ASSERT_EQ(sequence.groups[pixel], on);
      ASSERT_EQ(sequence.collisions[pixel], on);
    }
  }
}

TEST(BlankSequence, HasEveryArrayAndNoTruth) {
  const Sequence sequence = blank_sequence(kShape, 5, 2);
  EXPECT_EQ(sequence.features.size(), 5u * 20 * 24);
  EXPECT_EQ(sequence.groups.size(), 5u * 20 * 24);
  EXPECT_EQ(sequence.collisions.size(), 5u * 20 * 24);
  EXPECT_EQ(sequence.events.size(), 5u);
  EXPECT_EQ(sequence.positions.size(), 5u * 3 * 2);
  EXPECT_EQ(sequence.velocities.size(), 5u * 3 * 2);
  EXPECT_EQ(sequence.radii.size(), 3u);
  EXPECT_EQ(sequence.masses.size(), 3u);
  EXPECT_TRUE(sequence.curtain.empty());
  for (const float value : sequence.positions) EXPECT_TRUE(std::isnan(value));
}

}  // namespace
}  // namespace rnem::worlds
