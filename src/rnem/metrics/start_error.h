// How well a model knows positions and velocities when it is let go.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rnem/metrics/object_tracks.h"
#include "rnem/metrics/reference_motion.h"

namespace rnem::metrics {

inline constexpr int kLineFrames = 5;  // a velocity is the slope of a line through so many places

// Slope per frame of the least-squares line through places one frame apart; two or more.
Point line_velocity(std::span<const Point> path);

// Sums over sequences.
struct StartErrors {
  double position = 0, velocity = 0;  // summed lengths, pixels (per frame)
  std::int64_t positions = 0, velocities = 0;

  // Mean lengths; nothing when no object had a component, or none flew straight for long enough.
  std::optional<StateError> mean() const;
};

// Adds the objects of a sequence after `observe` steps. Objects further than their radius from
// their component were lost, not misplaced, and are left out; velocities count where the object
// itself flew straight for the last kLineFrames frames. Needs velocities and radii.
void add_start_errors(const ObjectTruth& truth, const Tracks& tracks,
                      const std::vector<int>& component_of, int observe, StartErrors& errors);

}  // namespace rnem::metrics
