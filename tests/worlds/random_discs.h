// Discs to play billiards with, and what must hold for them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "rnem/rng.h"
#include "rnem/worlds/disc.h"
#include "rnem/worlds/placement.h"

namespace rnem::worlds {

inline double total_energy(const std::vector<Disc>& discs) {
  double energy = 0;
  for (const Disc& disc : discs) energy += kinetic_energy(disc);
  return energy;
}

// The deepest overlap of two discs, or of a disc with a wall; negative when there is none.
inline double deepest_overlap(const std::vector<Disc>& discs, double side) {
  double worst = -kNever;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const Disc& a = discs[i];
    worst = std::max(
        {worst, a.radius - a.x, a.radius - a.y, a.x + a.radius - side, a.y + a.radius - side});
    for (std::size_t j = 0; j < i; ++j) {
      const Disc& b = discs[j];
      worst = std::max(worst, a.radius + b.radius - std::hypot(a.x - b.x, a.y - b.y));
    }
  }
  return worst;
}

inline std::vector<Disc> random_discs(std::uint64_t seed, int count, double side) {
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

// Eight discs that collide in a box too large to reach a wall within 100 frames.
inline std::vector<Disc> discs_that_meet_in_the_middle_of(double side) {
  std::vector<Disc> discs = random_discs(5, 8, 15);
  for (Disc& disc : discs) {
    disc.x += side / 2 - 7.5;
    disc.y += side / 2 - 7.5;
    disc.vx += 0.05 * (side / 2 - disc.x);
    disc.vy += 0.05 * (side / 2 - disc.y);
  }
  return discs;
}

}  // namespace rnem::worlds
