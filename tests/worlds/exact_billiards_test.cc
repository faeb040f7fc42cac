#include "rnem/worlds/exact_billiards.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/rng.h"
#include "worlds/random_discs.h"

namespace rnem::worlds {
namespace {

class ExactLongRun : public testing::TestWithParam<std::tuple<int, std::uint64_t>> {};

TEST_P(ExactLongRun, KeepsEnergyAndNeverOverlapsOrLeavesTheBox) {
  constexpr double kSide = 15;
  const auto [count, seed] = GetParam();
  ExactBilliards billiards(kSide, random_discs(seed, count, kSide));
  const double energy = total_energy(billiards.discs());
  ASSERT_GT(energy, 0);
  long collisions = 0;
  for (int frame = 0; frame < 10'000; ++frame) {
    billiards.advance();
    const auto& struck = billiards.struck();
    collisions += std::count(struck.begin(), struck.end(), 1);
    ASSERT_LE(deepest_overlap(billiards.discs(), kSide), 1e-9) << "frame " << frame;
  }
  EXPECT_NEAR(total_energy(billiards.discs()) / energy, 1.0, 1e-9);
  EXPECT_EQ(collisions > 0, count > 1);
}

INSTANTIATE_TEST_SUITE_P(CountsAndSeeds, ExactLongRun,
                         testing::Combine(testing::Values(1, 2, 4, 8, 14),
                                          testing::Values(std::uint64_t{1}, std::uint64_t{2},
                                                          std::uint64_t{3})));

// No pair touches and still moves together by more than rounding.
bool all_contacts_resolved(const std::vector<Disc>& discs) {
  for (std::size_t i = 0; i < discs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (time_to_contact(discs[i], discs[j], 1e-13) < 1e-12) return false;
    }
  }
  return true;
}

// Equal discs of radius 1 in a row along x, each touching the next.
std::vector<Disc> row_of_discs(int count, double x, double y) {
  std::vector<Disc> discs;
  for (int i = 0; i < count; ++i) discs.push_back({.x = x + 2 * i, .y = y});
  return discs;
}

TEST(ExactBilliards, MomentumIsConstantWhileNoWallIsTouched) {
  ExactBilliards billiards(815, discs_that_meet_in_the_middle_of(815));
  const auto momentum = [&] {
    double x = 0, y = 0;
    for (const Disc& disc : billiards.discs()) {
      x += disc.mass * disc.vx;
      y += disc.mass * disc.vy;
    }
    return std::pair{x, y};
  };
  const auto [x, y] = momentum();
  for (int frame = 0; frame < 100; ++frame) {
    billiards.advance();
    EXPECT_NEAR(momentum().first, x, 1e-12);
    EXPECT_NEAR(momentum().second, y, 1e-12);
  }
  EXPECT_GT(billiards.bounces(), 5);
}

TEST(ExactBilliards, NewtonsCradlePassesTheSpeedToTheLastDisc) {
  for (const double offset : {0.0, 0.1, 1.0 / 3}) {  // exact contacts, and contacts with rounding
    std::vector<Disc> discs = row_of_discs(5, 6 + offset, 10);
    discs.push_back({.x = 2, .y = 10, .vx = 0.5});
    ExactBilliards billiards(30, discs);
    for (int frame = 0; frame < 10; ++frame) billiards.advance();
    EXPECT_NEAR(billiards.discs()[4].vx, 0.5, 1e-12);
    for (const int still : {0, 1, 2, 3, 5}) {
      EXPECT_NEAR(billiards.discs()[still].vx, 0.0, 1e-12) << still;
      EXPECT_EQ(billiards.discs()[still].vy, 0.0) << still;
    }
  }
}

TEST(ExactBilliards, ThreeDiscsThatMeetAtOnceKeepEnergyAndMomentumAndPart) {
  // one disc runs symmetrically into two that touch each other
  const std::vector<Disc> discs = {
      {.x = 6, .y = 10, .vx = 1}, {.x = 10, .y = 9}, {.x = 10, .y = 11}};
  ExactBilliards billiards(20, discs);
  for (int frame = 0; frame < 4; ++frame) billiards.advance();
  const auto& after = billiards.discs();
  EXPECT_NEAR(total_energy(after), 0.5, 1e-12);
  EXPECT_NEAR(after[0].vx + after[1].vx + after[2].vx, 1.0, 1e-12);
  EXPECT_NEAR(after[0].vy + after[1].vy + after[2].vy, 0.0, 1e-12);
  EXPECT_TRUE(all_contacts_resolved(after));
  EXPECT_GT(after[1].vx, 0.1);
  EXPECT_GT(after[2].vx, 0.1);
}

TEST(ExactBilliards, TwoDiscsThatSqueezeAThirdTradePlacesWithIt) {
  std::vector<Disc> discs = {
      {.x = 4, .y = 10, .vx = 0.5}, {.x = 10, .y = 10}, {.x = 16, .y = 10, .vx = -0.5}};
  ExactBilliards billiards(20, discs);
  for (int frame = 0; frame < 9; ++frame) billiards.advance();
  EXPECT_NEAR(billiards.discs()[0].vx, -0.5, 1e-12);
  EXPECT_NEAR(billiards.discs()[1].vx, 0.0, 1e-12);
  EXPECT_NEAR(billiards.discs()[2].vx, 0.5, 1e-12);
}

TEST(ExactBilliards, DiscsAtRestStayWhereTheyAre) {
  const std::vector<Disc> discs = row_of_discs(5, 1, 1);  // touch each other and two walls
  ExactBilliards billiards(10, discs);
  for (int frame = 0; frame < 100; ++frame) billiards.advance();
  EXPECT_EQ(billiards.bounces(), 0);
  for (std::size_t i = 0; i < discs.size(); ++i) EXPECT_EQ(billiards.discs()[i].x, discs[i].x);
}

TEST(ExactBilliards, ARowWithoutAnyRoomIsAnErrorAndNotAnEndlessLoop) {
  // five discs as wide as the box: a knock comes back in no time, for ever
  std::vector<Disc> discs = row_of_discs(5, 1, 5);
  discs[2].vx = 0.5;
  ExactBilliards billiards(10, discs);
  EXPECT_THROW(billiards.advance(), Error);
}

TEST(ExactBilliards, ARowWithHardlyAnyRoomKeepsEnergyAndOrder) {
  std::vector<Disc> discs = row_of_discs(5, 1, 5);
  discs[2].vx = 0.5;
  ExactBilliards billiards(10.001, discs);
  for (int frame = 0; frame < 10; ++frame) billiards.advance();
  EXPECT_GT(billiards.bounces(), 1000);
  EXPECT_LE(deepest_overlap(billiards.discs(), 10.001), 1e-9);
  EXPECT_NEAR(total_energy(billiards.discs()), 0.125, 1e-10);
}

TEST(ExactBilliards, AGrazingHitChangesNothing) {
  ExactBilliards billiards(20, {{.x = 4, .y = 10, .vx = 1}, {.x = 10, .y = 12}});
  for (int frame = 0; frame < 12; ++frame) billiards.advance();
  EXPECT_NEAR(billiards.discs()[0].vx, 1, 1e-7);
  EXPECT_NEAR(billiards.discs()[0].x, 16, 1e-6);
  EXPECT_LE(deepest_overlap(billiards.discs(), 20), 1e-9);
}

TEST(ExactBilliards, ALightDiscBetweenAHeavyOneAndAWallBouncesByTheDigitsOfPi) {
  // Galperin: with a mass ratio of 100^k the bounces count floor(10^k pi)
  for (const auto& [ratio, bounces] : {std::pair{1.0, 3}, {1e2, 31}, {1e4, 314}, {1e6, 3141}}) {
    const Disc light{.x = 1.001, .y = 50, .radius = 1, .mass = 1e-3};
    const Disc heavy{.x = 3.004, .y = 50, .vx = -1, .radius = 1, .mass = 1e-3 * ratio};
    ExactBilliards billiards(100, {light, heavy});
    // the last, slow bounces take a while; stop before a disc comes back from the far wall
    for (int frame = 0; frame < 90; ++frame) billiards.advance();
    EXPECT_EQ(billiards.bounces(), bounces) << "mass ratio " << ratio;
  }
}

TEST(ExactBilliards, FramesDoNotDependOnHowTheTimeIsCut) {
  const std::vector<Disc> discs = random_discs(3, 6, 15);
  ExactBilliards whole(15, discs), cut(15, discs);
  for (int frame = 0; frame < 30; ++frame) {
    whole.advance();
    for (int part = 0; part < 4; ++part) cut.advance(0.25);
  }
  EXPECT_EQ(whole.bounces(), cut.bounces());
  EXPECT_GT(whole.bounces(), 10);
  for (std::size_t i = 0; i < discs.size(); ++i) {
    EXPECT_NEAR(whole.discs()[i].x, cut.discs()[i].x, 1e-8);  // every bounce magnifies rounding
    EXPECT_NEAR(whole.discs()[i].y, cut.discs()[i].y, 1e-8);
  }
}

TEST(ExactBilliards, StruckNamesTheDiscsOfThisStepOnly) {
  // 0 and 1 meet after 1.5 frames; 2 bounces off the wall in the first
  ExactBilliards billiards(20, {{.x = 4, .y = 10, .vx = 1},
                                {.x = 8, .y = 10, .vx = -1.0 / 3},
                                {.x = 18.5, .y = 3, .vx = 1}});
  const auto struck = [&] {
    billiards.advance();
    return std::vector<int>(billiards.struck().begin(), billiards.struck().end());
  };
  EXPECT_EQ(struck(), (std::vector<int>{0, 0, 0}));
  EXPECT_EQ(billiards.bounces(), 1);
  EXPECT_EQ(struck(), (std::vector<int>{1, 1, 0}));
  EXPECT_EQ(struck(), (std::vector<int>{0, 0, 0}));
}

TEST(ExactBilliards, ABreakOfATouchingRackKeepsEverythingThatMustBeKept) {
  // fifteen discs in a triangle, each touching its neighbours, turned by a random angle so that
  // contacts carry rounding; the cue disc sometimes hits two at once
  constexpr double kSide = 40;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng(seed, "rack");
    const double angle = seed == 0 ? 0.0 : rng.uniform(0, 6.283);
    const double c = std::cos(angle), s = std::sin(angle);
    std::vector<Disc> discs;
    const auto add = [&](double along, double across, double speed) {
      discs.push_back({.x = 20 + c * along - s * across,
                       .y = 20 + s * along + c * across,
                       .vx = speed * c,
                       .vy = speed * s,
                       .mass = rng.flip(0.5) ? 1.0 : 6.0});
    };
    for (int row = 0; row < 5; ++row) {
      for (int i = 0; i <= row; ++i) add(row * std::sqrt(3.0), 2 * i - row, 0);
    }
    add(-8.3, seed % 2 == 0 ? 0.0 : rng.uniform(-1.5, 1.5), 1);
    ExactBilliards billiards(kSide, discs);
    const double energy = total_energy(discs);
    for (int frame = 0; frame < 200; ++frame) {
      billiards.advance();
      ASSERT_LE(deepest_overlap(billiards.discs(), kSide), 1e-9) << "seed " << seed;
      ASSERT_TRUE(all_contacts_resolved(billiards.discs())) << "seed " << seed;
    }
    EXPECT_NEAR(total_energy(billiards.discs()) / energy, 1.0, 1e-11);
    EXPECT_GT(billiards.bounces(), 20);
  }
}

TEST(ExactBilliards, TouchingDiscsThatFlyTogetherDoNotBounceOnRounding) {
  // the same velocity up to its last bit: an impulse that should part them is rounded away
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Rng rng(seed, "together");
    const double angle = rng.uniform(0, 6.283), reach = 2 - 1e-15;
    Disc a{.x = 20, .y = 20, .vx = rng.normal(), .vy = rng.normal(), .mass = rng.uniform(0.1, 9)};
    Disc b = a;
    b.x += reach * std::cos(angle);
    b.y += reach * std::sin(angle);
    b.vx = std::nextafter(b.vx, b.x > a.x ? -9 : 9);
    b.mass = rng.uniform(0.1, 9);
    ExactBilliards billiards(40, {a, b});
    billiards.advance();
    ASSERT_LE(billiards.bounces(), 2) << "seed " << seed;
  }
}

}  // namespace
}  // namespace rnem::worlds
