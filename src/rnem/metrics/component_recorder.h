// Where the components of a batch are and what they look like, step by step; no picture is kept.
#pragma once

#include <vector>

#include "rnem/metrics/object_tracks.h"
#include "rnem/metrics/outlines.h"

namespace rnem::metrics {

class ComponentRecorder {
 public:
  ComponentRecorder(std::int64_t batch, std::int64_t steps, std::int64_t k, int height, int width);

  void add(const model::Step& step);

  const Tracks& tracks(std::size_t b) const { return tracks_[b]; }  // centres only
  const Outlines& outlines(std::size_t b) const { return outlines_[b]; }

 private:
  int height_, width_;
  std::vector<Tracks> tracks_;
  std::vector<Outlines> outlines_;
};

}  // namespace rnem::metrics
