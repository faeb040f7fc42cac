// Encoder and decoder layers as one line of text each, so that a config can hold them.
//
//   "conv 4x4/2 16 elu"            convolution, kernel 4×4, stride 2, 16 channels
//   "fc 512 elu"                   fully connected, 512 units
//   "fc 8x8x64 relu"               the same, its output read as a map of 8×8 pixels, 64 channels
//   "up 4x4 32 relu"               nearest-neighbour ×2, then a convolution with stride 1
//   "up 4x4 32 relu to 11x11"      the same with a resize to 11×11
//
// Every layer is: linear map with bias, layer norm, activation. "plain" leaves the norm out,
// "nobias" the bias.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rnem/ops/kernels/block.h"

namespace rnem::ops {

using kernels::Activation;

enum class LayerKind { kConv, kDense, kUpsampleConv };

// What flows between layers: a map of height×width×channels, or a vector (height = width = 0).
struct FeatureShape {
  std::int64_t height = 0, width = 0, channels = 0;

  bool is_map() const { return height > 0; }
  std::int64_t size() const { return is_map() ? height * width * channels : channels; }
  bool operator==(const FeatureShape&) const = default;
};

struct LayerSpec {
  LayerKind kind{};
  std::int64_t kernel_height = 1, kernel_width = 1, stride = 1;
  FeatureShape output;  // complete once resolved against the input
  Activation activation{};
  bool norm = true, bias = true;

  bool operator==(const LayerSpec&) const = default;
};

// Parses the lines and works out every layer's output shape. `key` names the config key in errors.
std::vector<LayerSpec> parse_layers(const std::vector<std::string>& lines, FeatureShape input,
                                    std::string_view key);

}  // namespace rnem::ops
