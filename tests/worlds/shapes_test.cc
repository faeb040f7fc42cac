#include "rnem/worlds/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace rnem::worlds {
namespace {

Sequence clip(const World& world, std::uint64_t index, int frames) {
  return world.make(Rng(3, "shapes test", index), frames);
}

TEST(Shapes, TheImageIsRepeatedForEveryFrame) {
  const auto world = make_preset("shapes28");
  const Sequence s = clip(*world, 0, 15);
  const auto first = s.features.begin();
  EXPECT_GT(std::count(first, first + 28 * 28, 1), 0);
  for (int t = 1; t < 15; ++t) {
    EXPECT_TRUE(std::equal(first, first + 28 * 28, first + t * 28 * 28));
  }
}

TEST(Shapes, ASingleShapeIsASquareOrATriangleUpOrDown) {
  ShapesDef def;
  def.counts = {1};
  const auto world = make_world(def, "test");
  std::set<std::vector<int>> seen;  // widths of the rows, top to bottom
  for (std::uint64_t index = 0; index < 60; ++index) {
    const Sequence s = clip(*world, index, 1);
    std::vector<int> widths;
    for (int row = 0; row < 28; ++row) {
      const auto begin = s.features.begin() + row * 28;
      const int width = static_cast<int>(std::count(begin, begin + 28, 1));
      if (width > 0) widths.push_back(width);
    }
    seen.insert(widths);
  }
  EXPECT_EQ(seen, (std::set<std::vector<int>>{{10, 10, 10, 10, 10, 10, 10, 10, 10, 10},
                                              {1, 3, 5, 7, 9, 11, 13},
                                              {13, 11, 9, 7, 5, 3, 1}}));
}

TEST(Shapes, OverlapIsSeenAndBelongsToNobody) {
  const auto world = make_preset("shapes28");
  int overlap = 0;
  for (std::uint64_t index = 0; index < 20; ++index) {
    const Sequence s = clip(*world, index, 1);
    for (std::size_t i = 0; i < s.features.size(); ++i) {
      overlap += s.features[i] == 1 && s.groups[i] == 0;
    }
  }
  EXPECT_GT(overlap, 0);
}

TEST(Flying, ShapesMoveStraightAndBounceOffTheBorderOnly) {
  const auto world = make_preset("flying5shapes28");
  int bounces = 0;
  for (std::uint64_t index = 0; index < 20; ++index) {
    const Sequence s = clip(*world, index, 40);
    for (int t = 0; t + 1 < 40; ++t) {
      for (int i = 0; i < 5; ++i) {
        for (int axis = 0; axis < 2; ++axis) {
          const int now = (t * 5 + i) * 2 + axis, next = now + 10;
          // half the extent: squares are 10 x 10, triangles 13 wide and 7 high
          const double half = axis == 0 || s.radii[i] == 5 ? s.radii[i] : 3.5;
          ASSERT_GE(s.positions[now], half - 1e-5);
          ASSERT_LE(s.positions[now], 28 - half + 1e-5);
          if (s.velocities[next] == s.velocities[now]) {
            ASSERT_NEAR(s.positions[next], s.positions[now] + s.velocities[now], 1e-4);
          } else {
            ASSERT_EQ(s.velocities[next], -s.velocities[now]);
            const double wall = s.velocities[now] > 0 ? 28 - half : half;
            ASSERT_NEAR(s.positions[next], 2 * wall - s.positions[now] - s.velocities[now], 1e-4);
            ++bounces;
          }
        }
      }
    }
  }
  EXPECT_GT(bounces, 100);
}

TEST(Flying, SpeedsAreInTheRangeOfTheDefinition) {
  FlyingDef def;
  def.speed_min = 1.0;
  def.speed_max = 2.0;
  const auto world = make_world(def, "test");
  double least = 9, greatest = 0;
  for (std::uint64_t index = 0; index < 200; ++index) {
    const Sequence s = clip(*world, index, 1);
    for (int i = 0; i < 3; ++i) {
      const double speed = std::hypot(s.velocities[2 * i], s.velocities[2 * i + 1]);
      least = std::min(least, speed);
      greatest = std::max(greatest, speed);
    }
  }
  EXPECT_NEAR(least, 1.0, 0.05);
  EXPECT_NEAR(greatest, 2.0, 0.05);
}

TEST(Flying, NothingCollides) {
  const Sequence s = clip(*make_preset("flying5shapes28"), 0, 20);
  EXPECT_EQ(std::count(s.collisions.begin(), s.collisions.end(), 0),
            static_cast<long>(s.collisions.size()));
  EXPECT_EQ(std::count(s.events.begin(), s.events.end(), 0), 20);
}

TEST(Flying, ShapesAsLargeAsTheFrameStandStill) {
  const auto world = world_from_toml("kind = \"flying\"\nsquare = 13\nframe_size = 13", "full");
  const Sequence s = clip(*world, 0, 20);
  for (int t = 1; t < 20; ++t) EXPECT_EQ(s.positions[t * 6], s.positions[0]);
}

}  // namespace
}  // namespace rnem::worlds
