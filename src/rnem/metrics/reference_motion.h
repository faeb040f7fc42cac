// What a simulation is measured against: the best that can be known, and straight lines.
#pragma once

#include <vector>

#include "rnem/rng.h"
#include "rnem/world.h"
#include "rnem/worlds/billiards.h"

namespace rnem::metrics {

// How well a state is known: mean lengths of the errors of positions and of velocities.
struct StateError {
  double position = 0;  // units (or pixels)
  double velocity = 0;  // the same per frame
};

// The state with Gaussian errors whose lengths are on average as given.
std::vector<worlds::Disc> disturbed(std::vector<worlds::Disc> discs, const StateError& error,
                                    Rng& rng);

// The mean distance over the objects after 1 .. steps frames, in units, between the world's own
// physics from `discs` and ...
// ... the same physics from `start`:
std::vector<double> divergence(const worlds::World& world, const std::vector<worlds::Disc>& discs,
                               const std::vector<worlds::Disc>& start, int steps);
// ... straight lines that bounce off walls as the world's discs do, and pass through each other:
std::vector<double> straight_error(const worlds::World& world,
                                   const std::vector<worlds::Disc>& discs, int steps);

}  // namespace rnem::metrics
