#include "rnem/worlds/balls.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

namespace rnem::worlds {
namespace {

Sequence ball_clip(const World& world, std::uint64_t index, int frames = 51) {
  return world.make(Rng(5, "balls test", index), frames);
}

// What a clip looks like, averaged over many.
struct Look {
  double on = 0;       // pixels that are on in a frame
  double changed = 0;  // pixels that differ from one frame to the next
  double speed = 0;    // of a ball, pixels per frame
};

Look average_look(const World& world, int clips) {
  const Shape shape = world.shape();
  const std::size_t pixels = static_cast<std::size_t>(shape.height) * shape.width;
  Look look;
  for (int index = 0; index < clips; ++index) {
    const Sequence s = ball_clip(world, static_cast<std::uint64_t>(index));
    double on = 0, changed = 0, speed = 0;
    for (std::size_t i = 0; i < s.features.size(); ++i) {
      on += s.features[i];
      if (i >= pixels) changed += s.features[i] != s.features[i - pixels];
    }
    for (std::size_t i = 0; i < s.velocities.size(); i += 2) {
      if (!std::isnan(s.velocities[i])) speed += std::hypot(s.velocities[i], s.velocities[i + 1]);
    }
    look.on += on / s.frames / clips;
    look.changed += changed / (s.frames - 1) / clips;
    look.speed += speed * shape.pixels_per_unit / (s.frames * s.objects) / clips;
  }
  return look;
}

void expect_between(double value, double low, double high) {
  EXPECT_GE(value, low);
  EXPECT_LE(value, high);
}

std::unique_ptr<World> preset_with(const std::string& name, const std::string& physics) {
  return world_from_toml("preset = \"" + name + "\"\nphysics = \"" + physics + "\"", "test");
}

// What holds for balls of either physics.
class BallPhysics : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Balls, BallPhysics, testing::Values("published", "exact"),
                         [](const auto& physics) { return physics.param; });

// The ranges are those of single published clips, so the mean over many lies well inside.
TEST_P(BallPhysics, FourBallsLookLikeThePublishedClips) {
  const Look look = average_look(*preset_with("balls4mass64", GetParam()), 1000);
  expect_between(look.on, 376, 515);
  expect_between(look.changed, 77, 116);
  expect_between(look.speed, 0.93, 1.24);
}

TEST_P(BallPhysics, SixToEightBallsLookLikeThePublishedClips) {
  const Look look = average_look(*preset_with("balls678mass64", GetParam()), 1000);
  expect_between(look.on, 587, 844);
  expect_between(look.changed, 95, 150);
}

TEST_P(BallPhysics, CurtainLooksLikeThePublishedClips) {
  const Look look = average_look(*preset_with("balls3curtain64", GetParam()), 1000);
  expect_between(look.changed, 104, 123);
  expect_between(look.speed, 1.6, 1.8);
}

TEST(Balls, StartSpeedsHaveTheNormThatWasAskedFor) {
  const auto world = make_preset("balls678mass64");
  for (std::uint64_t index = 0; index < 20; ++index) {
    const Sequence s = ball_clip(*world, index, 1);
    double squares = 0;
    for (int i = 0; i < 2 * s.objects; ++i) squares += s.velocities[i] * s.velocities[i];
    EXPECT_NEAR(std::sqrt(squares), 0.5, 1e-6);
  }
}

TEST(Balls, KindsPairRadiusWithMassAndComeWithTheirProbability) {
  BallsDef def;
  def.radii = {1.0, 1.25, 0.5};
  def.masses = {2.0, 3.0, 5.0};
  def.probabilities = {0.7, 0.3, 0.0};
  const auto world = make_world(def, "test");
  int large = 0;
  for (std::uint64_t index = 0; index < 1000; ++index) {
    const Sequence s = ball_clip(*world, index, 1);
    for (int i = 0; i < s.objects; ++i) {
      ASSERT_TRUE((s.radii[i] == 1.0f && s.masses[i] == 2.0f) ||
                  (s.radii[i] == 1.25f && s.masses[i] == 3.0f));
      large += s.radii[i] == 1.25f;
    }
  }
  EXPECT_NEAR(large / 4000.0, 0.3, 0.036);  // five standard errors of 4000 draws
}

TEST_P(BallPhysics, PicturesAndTruthAgree) {
  const auto world = preset_with("balls678mass64", GetParam());
  const Shape shape = world->shape();
  int shared = 0;
  for (std::uint64_t index = 0; index < 5; ++index) {
    const Sequence s = ball_clip(*world, index);
    for (int pixel = 0; pixel < s.frames * shape.height * shape.width; ++pixel) {
      const int t = pixel / (shape.height * shape.width);
      const double x = (pixel % shape.width + 0.5) / shape.pixels_per_unit;
      const double y = (pixel / shape.width % shape.height + 0.5) / shape.pixels_per_unit;
      int owner = 0, owners = 0;
      double nearest_edge = 1;
      for (int i = 0; i < s.objects; ++i) {
        const float* centre = &s.positions[(t * shape.max_objects + i) * 2];
        const double distance = std::hypot(x - centre[0], y - centre[1]);
        if (distance <= s.radii[i]) {
          owner = i + 1;
          ++owners;
        }
        nearest_edge = std::min(nearest_edge, std::abs(distance - s.radii[i]));
      }
      if (nearest_edge < 1e-5) continue;  // floats cannot tell
      ASSERT_EQ(s.features[pixel] != 0, owners > 0);
      ASSERT_EQ(s.groups[pixel], owners == 1 ? owner : 0);
      shared += owners > 1;
    }
  }
  EXPECT_EQ(shared > 0, GetParam() == "published");
}

TEST_P(BallPhysics, CollisionMaskIsOnTheWholeBallsThatCollideAndWithAnEvent) {
  const auto world = preset_with("balls678mass64", GetParam());
  const Shape shape = world->shape();
  const int pixels = shape.height * shape.width;
  int frames_with_events = 0;
  for (std::uint64_t index = 0; index < 20; ++index) {
    const Sequence s = ball_clip(*world, index);
    for (int t = 0; t < s.frames; ++t) {
      std::vector<int> size(9), marked(9);
      for (int i = t * pixels; i < (t + 1) * pixels; ++i) {
        ++size[s.groups[i]];
        marked[s.groups[i]] += s.collisions[i];
        ASSERT_LE(s.collisions[i], s.features[i]);
      }
      int colliding = 0;
      for (int id = 1; id <= s.objects; ++id) {
        ASSERT_TRUE(marked[id] == 0 || marked[id] == size[id]);
        colliding += marked[id] > 0;
      }
      EXPECT_NE(colliding, 1) << "it takes two";
      EXPECT_EQ(s.events[t] != 0, colliding > 0);
      frames_with_events += s.events[t];
    }
  }
  EXPECT_GT(frames_with_events, 50);
}

TEST(ExactBalls, VelocityChangesOnlyWhereTheMaskOrAWallSaysSo) {
  const auto world = preset_with("balls4mass64", "exact");
  const Shape shape = world->shape();
  const double side = shape.width / shape.pixels_per_unit;
  for (std::uint64_t index = 0; index < 20; ++index) {
    const Sequence s = ball_clip(*world, index);
    for (int t = 0; t + 1 < s.frames; ++t) {
      if (s.events[t] != 0) continue;
      for (int i = 0; i < s.objects; ++i) {
        for (int axis = 0; axis < 2; ++axis) {
          const int now = (t * shape.max_objects + i) * 2 + axis;
          const int next = now + 2 * shape.max_objects;
          const double moved = s.positions[now] + s.velocities[now];
          if (moved < s.radii[i] || moved > side - s.radii[i]) {
            ASSERT_EQ(s.velocities[next], -s.velocities[now]);
          } else {
            ASSERT_EQ(s.velocities[next], s.velocities[now]);
            ASSERT_NEAR(s.positions[next], moved, 1e-5);
          }
        }
      }
    }
  }
}

TEST(Balls, CurtainHidesWhatIsBehindItAndIsInsideTheFrame) {
  const auto world = make_preset("balls3curtain64");
  BallsDef def;
  def.physics = "published";
  def.counts = {3};
  def.side = 10;
  def.radii = {1.2};
  def.masses = {1};
  def.probabilities = {1};
  int hidden = 0;
  float least = 64, greatest = 0;
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Sequence s = ball_clip(*world, index);
    ASSERT_EQ(s.curtain.size(), 4u);
    EXPECT_EQ(s.curtain[2] - s.curtain[0], 28);
    EXPECT_EQ(s.curtain[3] - s.curtain[1], 28);
    least = std::min({least, s.curtain[0], s.curtain[1]});
    greatest = std::max({greatest, s.curtain[2], s.curtain[3]});
    // the same sequence without a curtain: only the curtain is drawn after the balls
    const Sequence open = ball_clip(*make_world(def, "open"), index);
    ASSERT_TRUE(open.curtain.empty());
    ASSERT_EQ(s.positions, open.positions);
    ASSERT_EQ(s.events, open.events);
    for (std::size_t i = 0; i < s.features.size(); ++i) {
      const float x = static_cast<float>(i % 64), y = static_cast<float>(i / 64 % 64);
      const bool behind =
          x >= s.curtain[0] && x < s.curtain[2] && y >= s.curtain[1] && y < s.curtain[3];
      ASSERT_EQ(s.features[i], behind ? 0 : open.features[i]);
      ASSERT_EQ(s.groups[i], behind ? 0 : open.groups[i]);
      ASSERT_EQ(s.collisions[i], behind ? 0 : open.collisions[i]);
      hidden += behind && open.features[i] != 0;
    }
  }
  EXPECT_GT(hidden, 0);
  EXPECT_LT(least, 3);
  EXPECT_GE(least, 0);
  EXPECT_GT(greatest, 61);
  EXPECT_LE(greatest, 64);
}

}  // namespace
}  // namespace rnem::worlds
