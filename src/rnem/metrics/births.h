// How long an object that appears waits for a component of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "rnem/metrics/object_tracks.h"

namespace rnem::metrics {

inline constexpr int kSoon = 5;  // frames: a wait that nobody minds

// The component k holds object o at a step when IoU > 1/2: of the pixels of single objects, those
// with the largest gamma_k against those of o. At most one component holds an object, and it holds
// no other.
bool holds(const Tracks& tracks, int objects, int t, int object, int component);

// An object appears at the first step at which half of it is visible (of a disc of its radius; of
// its most pixels when that is not known).
struct Birth {
  int object = 0;
  int step = 0;               // about frame step + 1
  bool from_nothing = false;  // it was wholly invisible before; false: there from the first frame
  int waited = -1;            // steps until a component holds it, 0 for at once; -1 for never
  int chance = 0;             // steps until less than half of it is visible, or the end
};
std::vector<Birth> births(const ObjectTruth& truth, const Tracks& tracks);

// Sums over objects. Those that vanish within kSoon steps without a component do not count.
struct BirthCount {
  std::int64_t count = 0, born = 0, soon = 0;  // soon: waited at most kSoon
  std::int64_t waited = 0;                     // summed, of those born

  void add(const Birth& birth);
};

}  // namespace rnem::metrics
