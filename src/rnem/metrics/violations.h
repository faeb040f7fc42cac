// What no physics of solid things in a box would do.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rnem/metrics/object_tracks.h"
#include "rnem/metrics/outlines.h"

namespace rnem::metrics {

inline constexpr double kJump = 4.0;  // pixels a step; balls of the paper's worlds fly at most 2.2

// Walls of a square box, pixels.
struct Walls {
  double low = 0, high = 0;
};

// Counts over the simulated steps of one sequence, of the components that held an object when let
// go. r is their radius then.
struct Violations {
  int overlaps = 0;      // (pair, step): centres closer than half of r_i + r_j
  int jumps = 0;         // (component, step): moved by more than kJump
  int size_changes = 0;  // (component, step): its nearest size is another one than a step before
  int outside = 0;       // (component, step): its centre is beyond a wall

  bool none() const { return overlaps + jumps + size_changes + outside == 0; }
};

// sizes: the radii that occur in the world, pixels; with fewer than two no size changes. Without
// walls in sight nothing is outside. Centres of mass stay in the picture whatever happens: a disc
// whose centre is on the wall shows one half, and the centre of mass of that is 4 r / 3 pi from it;
// nearer than that is outside.
Violations violations(const Tracks& tracks, const Outlines& outlines, int observe,
                      std::span<const double> sizes, const std::optional<Walls>& walls);

}  // namespace rnem::metrics
