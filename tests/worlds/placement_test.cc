#include "rnem/worlds/placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace rnem::worlds {
namespace {

bool free_of_overlap(const std::vector<Disc>& discs, double side) {
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const Disc& a = discs[i];
    if (std::min(a.x, a.y) < a.radius || std::max(a.x, a.y) > side - a.radius) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (std::hypot(a.x - discs[j].x, a.y - discs[j].y) < a.radius + discs[j].radius) return false;
    }
  }
  return true;
}

TEST(PlaceDiscs, NeverOverlapsInLooseAndInFullBoxes) {
  for (const int count : {1, 4, 8, 18}) {  // 18 are too many for whole random arrangements
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Rng rng(seed, "place");
      std::vector<Disc> discs(static_cast<std::size_t>(count), {.radius = 1.3});
      ASSERT_TRUE(place_discs(rng, 15, discs)) << count;
      EXPECT_TRUE(free_of_overlap(discs, 15)) << count;
    }
  }
}

TEST(PlaceDiscs, GivesUpOnDiscsThatCannotFit) {
  Rng rng(1, "place");
  std::vector<Disc> many(40, {.radius = 1.3}), big(1, {.radius = 8});
  EXPECT_FALSE(place_discs(rng, 15, many));
  EXPECT_FALSE(place_discs(rng, 15, big));
}

TEST(PlaceDiscs, IsUniformOverTheFreePlaces) {
  // one disc: its centre is uniform on [1, 9], mean 5 and variance 64 / 12 on each axis
  constexpr int kTrials = 20'000;
  Rng rng(1, "place");
  double sum_x = 0, sum_y = 0, squares = 0;
  std::vector<Disc> discs(1, {.radius = 1});
  for (int trial = 0; trial < kTrials; ++trial) {
    ASSERT_TRUE(place_discs(rng, 10, discs));
    sum_x += discs[0].x;
    sum_y += discs[0].y;
    squares += (discs[0].x - 5) * (discs[0].x - 5);
  }
  // five standard errors: sqrt(64 / 12 / 20000) = 0.016, and 4.8 / sqrt(20000) = 0.034
  EXPECT_NEAR(sum_x / kTrials, 5, 0.08);
  EXPECT_NEAR(sum_y / kTrials, 5, 0.08);
  EXPECT_NEAR(squares / kTrials, 64.0 / 12, 0.17);
}

TEST(PlaceDiscs, TreatsTheFirstDiscLikeTheLast) {
  // a large disc beside a small one: all arrangements being equally likely, the order they are
  // drawn in does not show; placed one after the other, a first small disc would be in the
  // middle more often
  constexpr int kTrials = 20'000;
  double away[2] = {0, 0};
  for (const int small : {0, 1}) {
    Rng rng(7, "place", static_cast<std::uint64_t>(small));
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<Disc> discs(2, {.radius = 3});
      discs[static_cast<std::size_t>(small)].radius = 1;
      ASSERT_TRUE(place_discs(rng, 10, discs));
      const Disc& disc = discs[static_cast<std::size_t>(small)];
      away[small] += std::hypot(disc.x - 5, disc.y - 5) / kTrials;
    }
  }
  EXPECT_NEAR(away[0], away[1], 0.04);  // five standard errors of a spread of about 1
  EXPECT_GT(away[0], 3.5);              // uniform in the whole box would give 3.06
}

}  // namespace
}  // namespace rnem::worlds
