// What the sequences of a split look like, in a few numbers.
#pragma once

#include <cstdint>
#include <optional>

#include "rnem/observer.h"
#include "rnem/source.h"

namespace rnem::dataset {

struct Statistics {
  std::int64_t sequences = 0;  // looked at
  int frames = 0;              // of each
  double on_pixels = 0;        // mean number of pixels that are 1 in a frame
  double changed_pixels = 0;   // mean number that differ from the frame before
  int fewest_objects = 0, most_objects = 0;
  std::optional<double> collision_frames;  // share of frames with any collision, 0 .. 1
  std::optional<double> collision_pixels;  // share of on-pixels marked as colliding, 0 .. 1
};

// Looks at `sample` sequences spread evenly over the split (the first ones of a live source), all
// their frames (live: live_frames). The split must have sequences.
Statistics measure(const Source& source, Split split, std::int64_t sample, int live_frames,
                   Observer& observer);

}  // namespace rnem::dataset
