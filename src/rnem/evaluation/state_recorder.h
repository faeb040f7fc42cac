// What a model carries from step to step, kept for maps that read it.
#pragma once

#include <vector>

#include "rnem/metrics/linear_map.h"
#include "rnem/metrics/object_tracks.h"

namespace rnem::evaluation {

// All that a component carries, as a row: theta, and position and velocity of models with places.
// [B,K,F]
torch::Tensor carried_state(const model::State& state);

// The rows of every step.
class StateRecorder {
 public:
  void add(const model::Step& step) { rows_.push_back(carried_state(step.state)); }

  // [N,F] of the (step, component) pairs of sequence b
  torch::Tensor rows(std::size_t b, const std::vector<std::pair<int, int>>& places) const;

 private:
  std::vector<torch::Tensor> rows_;  // [B,K,F] float on the CPU
};

}  // namespace rnem::evaluation
