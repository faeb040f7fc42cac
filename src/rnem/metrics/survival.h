// Whether the objects of a simulation live on.
#pragma once

#include <vector>

#include "rnem/metrics/outlines.h"

namespace rnem::metrics {

inline constexpr double kSameSize = 0.05;  // of the radius: what a living object may differ by

// The components that hold an object at step t: their outline is in one piece.
std::vector<int> holders(const Outlines& outlines, int t);

struct Survival {
  int held = 0;               // components that held an object when let go
  std::vector<double> share;  // [T] of those that still hold one; kUnknown while observed and when
                              // none did
  std::vector<double> all;    // [T] 1 when all of them do
};

// A component holds one still when its outline is in one piece and its radius, that of a disc with
// as many pixels, is within kSameSize of what it was when let go: after `observe` steps.
Survival survival(const Outlines& outlines, int observe);

}  // namespace rnem::metrics
