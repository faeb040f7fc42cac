// Follows the components of a batch through the EM loop.
#pragma once

#include <vector>

#include "rnem/dataset/batch.h"
#include "rnem/metrics/object_tracks.h"
#include "rnem/model/em_loop.h"

namespace rnem::metrics {

// The truth about sequence b of a batch.
ObjectTruth truth_of(const dataset::Batch& batch, std::size_t b, const worlds::Shape& shape);

// The share of (object, settled step) pairs for which no component has a position: the object got
// none, or its component is empty. NaN when no position is known.
double missing_positions(const ObjectTruth& truth, const Tracks& tracks,
                         const std::vector<int>& component_of);

// gamma [B,K,D] -> [B,D] int64 on the CPU: who claims a pixel.
torch::Tensor largest_component(const torch::Tensor& gamma);

// Collects the tracks of all sequences of a batch.
class Tracker {
 public:
  Tracker(const dataset::Batch& batch, std::int64_t steps, std::int64_t k,
          const model::ModelConfig& config);

  // component [B,D] from largest_component()
  void add(const model::Step& step, const torch::Tensor& component);
  const Tracks& tracks(std::size_t b) const { return tracks_[b]; }

 private:
  const dataset::Batch& batch_;
  const model::ModelConfig& config_;
  std::vector<Tracks> tracks_;
};

}  // namespace rnem::metrics
