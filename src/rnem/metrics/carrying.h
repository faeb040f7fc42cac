// Whether a simulation carries its objects past a curtain.
#pragma once

#include <span>
#include <vector>

#include "rnem/metrics/object_tracks.h"
#include "rnem/metrics/outlines.h"

namespace rnem::metrics {

// One sequence: places read from theta by a linear map.
struct Readings {
  int steps = 0, k = 0;
  std::vector<Point> place;  // [T,K]

  const Point& at(int t, int component) const { return place[t * k + component]; }
};

struct Carrying {
  int components = 0;         // that have an object
  std::vector<double> share;  // [T] of those that carry it; kUnknown while observed
  std::vector<double> all;    // [T] 1 when all of them do
};

// A component carries its object at step t when, by the place that is read from theta,
//  - at least half of it is visible, and its outline is one patch with its centre within the
//    object's radius of that place; or
//  - it is more hidden than that, and has been for no longer than it takes to cross the curtain's
//    diagonal at the speed it had when last seen (line_velocity of the places read).
// curtain: x0, y0, x1, y1 in pixels. radius [O].
Carrying carrying(const Readings& readings, const Tracks& tracks, const Outlines& outlines,
                  const std::vector<int>& component_of, std::span<const double> radius,
                  const std::vector<float>& curtain, int observe);

}  // namespace rnem::metrics
