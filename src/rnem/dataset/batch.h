// Sequences side by side, as tensors.
#pragma once

#include <vector>

#include "rnem/sequence.h"
#include "rnem/torch.h"

namespace rnem::dataset {

struct Batch {
  torch::Tensor features;    // [T,B,H,W] uint8, with three channels [T,B,H,W,3]
  int levels = 1;            // the largest value of features
  torch::Tensor groups;      // [T,B,H,W] uint8, undefined when absent
  torch::Tensor collisions;  // [T,B,H,W] uint8, undefined when absent
  torch::Tensor actions;     // [T,B,A] uint8 one-hot, undefined when absent

  // B entries: objects, events, positions, velocities, radii, masses, curtain. The arrays that are
  // tensors above are emptied.
  std::vector<worlds::Sequence> truth;

  // features as a model takes them: bytes of zeros and ones as they are, others as floats in [0, 1]
  torch::Tensor frames() const {
    return levels == 1 ? features : features.to(torch::kFloat32) / static_cast<double>(levels);
  }
};

// All sequences have the same number of frames and the same arrays.
Batch make_batch(std::vector<worlds::Sequence> sequences, const worlds::Shape& shape);

}  // namespace rnem::dataset
