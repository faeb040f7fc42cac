// Sequences side by side, as tensors.
#pragma once

#include <vector>

#include "rnem/sequence.h"
#include "rnem/torch.h"

namespace rnem::dataset {

struct Batch {
  torch::Tensor features;    // [T,B,H,W] uint8
  torch::Tensor groups;      // [T,B,H,W] uint8, undefined when absent
  torch::Tensor collisions;  // [T,B,H,W] uint8, undefined when absent
  torch::Tensor actions;     // [T,B,A] uint8 one-hot, undefined when absent

  // B entries: objects, events, positions, velocities, radii, masses, curtain. The arrays that are
  // tensors above are emptied.
  std::vector<worlds::Sequence> truth;
};

// All sequences have the same number of frames and the same arrays.
Batch make_batch(std::vector<worlds::Sequence> sequences, const worlds::Shape& shape);

}  // namespace rnem::dataset
