// Objects in a picture as connected patches: the only way to count what a model without separate
// components draws.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rnem/metrics/object_truth.h"

namespace rnem::metrics {

// Centres of the 8-connected patches of non-zero pixels of picture [H,W], in reading order of their
// first pixel. Patches of fewer than `smallest` pixels are specks, not objects.
std::vector<Point> blob_centres(std::span<const std::uint8_t> picture, int height, int width,
                                int smallest = 4);

}  // namespace rnem::metrics
