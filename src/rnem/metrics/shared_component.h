// Whether a component has more than one object to look after.
#pragma once

#include "rnem/metrics/object_tracks.h"

namespace rnem::metrics {

// Whether one component leads two objects (has most of their pixels) over steps first .. end-1.
// Needs masks.
bool shares_component(const ObjectTruth& truth, const Tracks& tracks, int first, int end);

}  // namespace rnem::metrics
