#include "rnem/agents/q_network.h"

#include "rnem/agents/view.h"
#include "rnem/training/weights.h"

namespace rnem::agents {
namespace {

constexpr int kNearChannels = 16, kFarChannels = 32, kHidden = 256;
constexpr int kFarSide = 9;  // 84 -> 20 -> 9 pixels

}  // namespace

QNetwork::QNetwork(std::uint64_t seed)
    : parameters_(seed),
      near_(parameters_.affine("conv1", {kNearChannels, kStack, 8, 8})),
      far_(parameters_.affine("conv2", {kFarChannels, kNearChannels, 4, 4})),
      hidden_(parameters_.affine("hidden", {kHidden, kFarChannels * kFarSide * kFarSide})),
      values_(parameters_.affine("values", {worlds::invaders::kActions, kHidden})) {}

Tensor QNetwork::forward(const Tensor& seen) const {
  // the frames are folded, so is the filter: view.h
  const Tensor filter = torch::pixel_unshuffle(near_.weight, kFold);
  Tensor x = torch::conv2d(seen, filter, near_.bias).relu();
  x = torch::conv2d(x, far_.weight, far_.bias, /*stride=*/2).relu();
  x = torch::linear(x.flatten(1), hidden_.weight, hidden_.bias).relu();
  return torch::linear(x, values_.weight, values_.bias);
}

void QNetwork::copy_from(const QNetwork& other) {
  training::restore(parameters_.all(), other.parameters_.all(), "network");
}

}  // namespace rnem::agents
