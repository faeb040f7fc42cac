#include "rnem/worlds/billiards.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "rnem/core/rng.h"
#include "rnem/worlds/placement.h"

namespace rnem::worlds {
namespace {

double total_energy(const std::vector<Disc>& discs) {
  double energy = 0;
  for (const Disc& disc : discs) energy += kinetic_energy(disc);
  return energy;
}

// The deepest overlap of two discs, or of a disc with a wall; negative when there is none.
double deepest_overlap(const std::vector<Disc>& discs, double side) {
  double worst = -kNever;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const Disc& a = discs[i];
    worst = std::max({worst, a.radius - a.x, a.radius - a.y, a.x + a.radius - side,
                      a.y + a.radius - side});
    for (std::size_t j = 0; j < i; ++j) {
      const Disc& b = discs[j];
      worst = std::max(worst, a.radius + b.radius - std::hypot(a.x - b.x, a.y - b.y));
    }
  }
  return worst;
}

std::vector<Disc> random_discs(std::uint64_t seed, int count, double side) {
  Rng rng(seed, "billiards test");
  std::vector<Disc> discs(static_cast<std::size_t>(count));
  for (Disc& disc : discs) {
    const bool heavy = rng.flip(0.5);
    disc.radius = heavy ? 1.5 : 1.2;
    disc.mass = heavy ? 6 : 1;
    disc.vx = 0.25 * rng.normal();
    disc.vy = 0.25 * rng.normal();
  }
  EXPECT_TRUE(place_discs(rng, side, discs));
  return discs;
}

class LongRun : public testing::TestWithParam<std::tuple<int, std::uint64_t>> {};

TEST_P(LongRun, KeepsEnergyAndNeverOverlapsOrLeavesTheBox) {
  constexpr double kSide = 15;
  const auto [count, seed] = GetParam();
  Billiards billiards(kSide, random_discs(seed, count, kSide));
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

INSTANTIATE_TEST_SUITE_P(CountsAndSeeds, LongRun,
                         testing::Combine(testing::Values(1, 2, 4, 8, 14),
                                          testing::Values(std::uint64_t{1}, std::uint64_t{2},
                                                          std::uint64_t{3})));

}  // namespace
}  // namespace rnem::worlds
