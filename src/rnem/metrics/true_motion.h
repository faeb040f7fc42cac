// How the true objects go on by the physics of their world.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rnem/metrics/object_truth.h"
#include "rnem/world.h"
#include "rnem/worlds/billiards.h"

namespace rnem::metrics {

// Why the physics cannot be run from a frame of the sequence: nothing when it can.
std::optional<std::string> no_physics(const worlds::World* world, const worlds::Sequence& sequence);

// The true state at a frame, in units of the world. Needs what no_physics() asks for.
std::vector<worlds::Disc> discs_at(const worlds::Sequence& sequence, const worlds::Shape& shape,
                                   int frame);

// Adds centres and velocities of the frames that were not recorded, up to `frames` of them: the
// world's physics from the last recorded one on. Pictures and what follows from them end there.
void continue_truth(const worlds::World& world, const worlds::Sequence& sequence,
                    const worlds::Shape& shape, int frames, ObjectTruth& truth);

}  // namespace rnem::metrics
