#include "rnem/worlds/disc.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rnem/rng.h"

namespace rnem::worlds {
namespace {

constexpr double kTiny = 1e-12;  // a handful of roundings of numbers around 1

TEST(TimeToContact, IsTheGapOverTheClosingSpeedWhenHeadOn) {
  const Disc a{.x = 2, .y = 5, .vx = 0.5, .radius = 1};
  const Disc b{.x = 7, .y = 5, .vx = -0.25, .radius = 1.5};
  EXPECT_NEAR(time_to_contact(a, b, 0), 2.5 / 0.75, kTiny);
  EXPECT_NEAR(time_to_contact(b, a, 0), 2.5 / 0.75, kTiny);
}

TEST(TimeToContact, IsNeverForDiscsThatPartOrStandStillOrMissEachOther) {
  const Disc still{.x = 5, .y = 5};
  EXPECT_EQ(time_to_contact(still, {.x = 9, .y = 5}, 0), kNever);
  EXPECT_EQ(time_to_contact(still, {.x = 9, .y = 5, .vx = 1}, 0), kNever);
  EXPECT_EQ(time_to_contact(still, {.x = 9, .y = 7.001, .vx = -1}, 0), kNever);
  EXPECT_NEAR(time_to_contact(still, {.x = 9, .y = 6.999, .vx = -1}, 0), 4, 0.1);
}

TEST(TimeToContact, OfTouchingDiscsIsNowUnlessTheyAreAtRestWithEachOther) {
  const Disc a{.x = 5, .y = 5};
  Disc b{.x = 7, .y = 5, .vx = -1e-3};
  EXPECT_EQ(time_to_contact(a, b, 1e-14), 0);
  b.vx = -1e-15;
  EXPECT_EQ(time_to_contact(a, b, 1e-14), kNever);
  b.vx = 1e-15;
  EXPECT_EQ(time_to_contact(a, b, 0), kNever);
}

TEST(TimeToWall, IsThatOfTheFirstWallAhead) {
  const Disc disc{.x = 4, .y = 5, .vx = -0.5, .vy = 1, .radius = 2};
  EXPECT_NEAR(time_to_wall(disc, 10), 3, kTiny);
  EXPECT_NEAR(time_to_wall(disc, 100), 4, kTiny);
  EXPECT_EQ(time_to_wall({.x = 4, .y = 5}, 10), kNever);
}

TEST(Bounce, HeadOnAgreesWithTheClosedFormForAnyMassRatio) {
  for (const double mass : {0.001, 0.5, 1.0, 6.0, 1000.0}) {
    Disc a{.x = 3, .y = 5, .vx = 0.7, .vy = 0.2, .radius = 1, .mass = mass};
    Disc b{.x = 5, .y = 5, .vx = -0.4, .vy = -0.1, .radius = 1, .mass = 1};
    bounce(a, b);
    EXPECT_NEAR(a.vx, ((mass - 1) * 0.7 + 2 * 1 * -0.4) / (mass + 1), kTiny) << mass;
    EXPECT_NEAR(b.vx, ((1 - mass) * -0.4 + 2 * mass * 0.7) / (mass + 1), kTiny) << mass;
    EXPECT_EQ(a.vy, 0.2) << "nothing acts across the line of centres";
    EXPECT_EQ(b.vy, -0.1);
  }
}

TEST(Bounce, KeepsMomentumAndEnergyAndReversesTheClosingSpeed) {
  Rng rng(1, "bounce");
  for (int trial = 0; trial < 1000; ++trial) {
    const double angle = rng.uniform(0, 6.283);
    Disc a{.x = 5, .y = 5, .vx = rng.normal(), .vy = rng.normal(), .mass = rng.uniform(0.1, 10)};
    Disc b{
        .x = 5 + 2 * std::cos(angle), .y = 5 + 2 * std::sin(angle), .mass = rng.uniform(0.1, 10)};
    const auto closing = [&] { return (b.x - a.x) * (b.vx - a.vx) + (b.y - a.y) * (b.vy - a.vy); };
    if (closing() >= 0) {
      a.vx = -a.vx;
      a.vy = -a.vy;
    }
    const double before = closing(), energy = kinetic_energy(a) + kinetic_energy(b);
    const double px = a.mass * a.vx + b.mass * b.vx, py = a.mass * a.vy + b.mass * b.vy;
    ASSERT_LT(before, 0);
    bounce(a, b);
    EXPECT_NEAR(closing(), -before, kTiny * 10);
    EXPECT_NEAR(a.mass * a.vx + b.mass * b.vx, px, kTiny * 10);
    EXPECT_NEAR(a.mass * a.vy + b.mass * b.vy, py, kTiny * 10);
    EXPECT_NEAR(kinetic_energy(a) + kinetic_energy(b), energy, kTiny * 10 * energy);
  }
}

TEST(Bounce, LeavesDiscsAloneThatPartAlready) {
  Disc a{.x = 3, .y = 5, .vx = -0.5}, b{.x = 5, .y = 5, .vx = 0.5};
  bounce(a, b);
  EXPECT_EQ(a.vx, -0.5);
  EXPECT_EQ(b.vx, 0.5);
}

TEST(BounceOffWalls, MirrorsBothAxesInACornerAndNothingElsewhere) {
  Disc corner{.x = 1, .y = 9, .vx = -0.5, .vy = 0.25};
  bounce_off_walls(corner, 10);
  EXPECT_EQ(corner.vx, 0.5);
  EXPECT_EQ(corner.vy, -0.25);
  bounce_off_walls(corner, 10);
  EXPECT_EQ(corner.vx, 0.5) << "a disc on its way back stays on it";
  Disc inside{.x = 5, .y = 5, .vx = -0.5, .vy = 0.25};
  bounce_off_walls(inside, 10);
  EXPECT_EQ(inside.vx, -0.5);
  EXPECT_EQ(inside.vy, 0.25);
}

}  // namespace
}  // namespace rnem::worlds
