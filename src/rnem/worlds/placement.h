// Random places for discs in a box.
#pragma once

#include <vector>

#include "rnem/rng.h"
#include "rnem/worlds/disc.h"

namespace rnem::worlds {

// Sets the positions of the discs, by their radii: uniform over all arrangements in [0, side]²
// without overlap. In boxes so full that hardly any random arrangement is free of overlap, the
// discs are put down one after the other, each uniformly in the space that is left.
// False when the discs found no place within a bounded number of attempts.
bool place_discs(Rng& rng, double side, std::vector<Disc>& discs);

// Moves the second of two or more placed discs next to the first, in a uniform direction, so that
// the two touch. False when no direction was found in which it is free and inside the box.
bool bring_together(Rng& rng, double side, std::vector<Disc>& discs);

}  // namespace rnem::worlds
