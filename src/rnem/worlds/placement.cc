#include "rnem/worlds/placement.h"

#include <cstddef>

namespace rnem::worlds {
namespace {

constexpr int kWholeAttempts = 2000;  // eight balls in the box of 15 need about 70
constexpr int kSequentialAttempts = 200;
constexpr int kDrawsPerDisc = 500;  // finds a free place that is 1 % of the box in 99 % of cases

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
      for (std::size_t j = 0; j < i && free; ++j) {
        const double dx = disc.x - discs[j].x, dy = disc.y - discs[j].y;
        const double reach = disc.radius + discs[j].radius;
        free = dx * dx + dy * dy > reach * reach;
      }
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

}  // namespace rnem::worlds
