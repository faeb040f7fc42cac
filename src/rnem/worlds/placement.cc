#include "rnem/worlds/placement.h"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace rnem::worlds {
namespace {

constexpr int kWholeAttempts = 2000;  // eight balls in the box of 15 need about 70
constexpr int kSequentialAttempts = 200;
constexpr int kDrawsPerDisc = 500;  // finds a free place that is 1 % of the box in 99 % of cases

constexpr int kDirections = 100;

bool apart(const Disc& a, const Disc& b) {
  const double dx = a.x - b.x, dy = a.y - b.y;
  const double reach = a.radius + b.radius;
  return dx * dx + dy * dy > reach * reach;
}

// Puts the discs down in order, each with at most `draws` draws; false when one finds no place.
// With one draw a disc this rejects whole arrangements, so those that pass are exactly uniform.
bool place_in_order(Rng& rng, double side, int draws, std::vector<Disc>& discs) {
  for (std::size_t i = 0; i < discs.size(); ++i) {
    Disc& disc = discs[i];
    bool free = false;
    for (int draw = 0; draw < draws && !free; ++draw) {
      disc.x = rng.uniform(disc.radius, side - disc.radius);
      disc.y = rng.uniform(disc.radius, side - disc.radius);
      free = true;
      for (std::size_t j = 0; j < i && free; ++j) free = apart(disc, discs[j]);
    }
    if (!free) return false;
  }
  return true;
}

}  // namespace

bool place_discs(Rng& rng, double side, std::vector<Disc>& discs) {
  for (const Disc& disc : discs) {
    if (2 * disc.radius >= side) return false;
  }
  for (int attempt = 0; attempt < kWholeAttempts; ++attempt) {
    if (place_in_order(rng, side, 1, discs)) return true;
  }
  for (int attempt = 0; attempt < kSequentialAttempts; ++attempt) {
    if (place_in_order(rng, side, kDrawsPerDisc, discs)) return true;
  }
  return false;
}

bool bring_together(Rng& rng, double side, std::vector<Disc>& discs) {
  // hard discs must not overlap, not even by rounding
  constexpr double kGap = 1e-9;
  const Disc& fixed = discs[0];
  Disc& moved = discs[1];
  const double reach = fixed.radius + moved.radius + kGap;
  for (int trial = 0; trial < kDirections; ++trial) {
    const double angle = rng.uniform(0, 2 * std::numbers::pi);
    moved.x = fixed.x + reach * std::cos(angle);
    moved.y = fixed.y + reach * std::sin(angle);
    bool free = moved.x >= moved.radius && moved.x <= side - moved.radius &&
                moved.y >= moved.radius && moved.y <= side - moved.radius;
    for (std::size_t j = 2; j < discs.size() && free; ++j) free = apart(moved, discs[j]);
    if (free) return true;
  }
  return false;
}

}  // namespace rnem::worlds
