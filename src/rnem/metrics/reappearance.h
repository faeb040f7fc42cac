// Balls that collide where nobody sees it, and where they come out.
#pragma once

#include <vector>

#include "rnem/metrics/object_tracks.h"

namespace rnem::metrics {

// A ball that collided with another one while wholly behind the curtain, at the first frame in
// which a tenth of it shows again.
struct Reappearance {
  double error;  // pixels from what shows of it to its component's prediction of that frame;
                 // kUnknown without a component, or when that draws nothing
  double straight_error;  // pixels from its true place to where it would be had it not collided
  double drawn;           // mean of max_k psi_k on what shows of it
};

// Of all objects in settled steps. `component_of` from match_components(), empty when there is
// nothing to match. Needs positions, velocities, radii, events, a curtain and masks: nothing
// without.
std::vector<Reappearance> reappearances(const ObjectTruth& truth, const Tracks& tracks,
                                        const std::vector<int>& component_of, double frame_width,
                                        double frame_height);

}  // namespace rnem::metrics
