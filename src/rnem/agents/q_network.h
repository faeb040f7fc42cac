// The network of Mnih et al. (2013): what each action is worth, from the last four frames.
//
//   84×84×4 -> conv 8×8/4 16 ReLU -> conv 4×4/2 32 ReLU -> fc 256 ReLU -> fc 6
#pragma once

#include <cstdint>

#include "rnem/model/parameters.h"

namespace rnem::agents {

using torch::Tensor;

class QNetwork {
 public:
  explicit QNetwork(std::uint64_t seed);

  // seen [B,64,21,21] as a ViewStack unpacks it -> values [B,6], in the order of the actions
  Tensor forward(const Tensor& seen) const;

  const model::Parameters& parameters() const { return parameters_; }
  void copy_from(const QNetwork& other);

 private:
  model::Parameters parameters_;
  ops::Affine near_, far_, hidden_, values_;
};

}  // namespace rnem::agents
