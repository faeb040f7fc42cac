// Networks in miniature with random parameters, for tests of operators.
#pragma once

#include <string>
#include <vector>

#include "rnem/ops/ops.h"

namespace rnem::ops {

inline Tensor parameter(at::IntArrayRef sizes, double scale = 1.0) {
  return (torch::randn(sizes) * scale).set_requires_grad(true);
}

// An encoder and a decoder in miniature; the second convolution has no norm on purpose.
struct Net {
  FeatureShape input;
  std::vector<std::string> lines;
};

inline Tensor run_net(const Ops& ops, const Net& net, const std::vector<Tensor>& in) {
  std::vector<NetworkLayer> layers;
  std::size_t next = 1;
  for (const LayerSpec& spec : parse_layers(net.lines, net.input, "test")) {
    NetworkLayer layer{spec, {in[next++], {}}, {}};
    if (spec.bias) layer.affine.bias = in[next++];
    if (spec.norm) {
      layer.norm = {in[next], in[next + 1]};
      next += 2;
    }
    layers.push_back(layer);
  }
  return ops.network(in[0], net.input, layers);
}

inline std::vector<Tensor> net_inputs(const Net& net, std::int64_t n) {
  std::vector<Tensor> in{parameter({n, net.input.size()})};
  FeatureShape shape = net.input;
  for (const LayerSpec& spec : parse_layers(net.lines, net.input, "test")) {
    const bool dense = spec.kind == LayerKind::kDense;
    const std::int64_t out = dense ? spec.output.size() : spec.output.channels;
    in.push_back(
        dense ? parameter({out, shape.size()}, 0.1)
              : parameter({out, shape.channels, spec.kernel_height, spec.kernel_width}, 0.1));
    if (spec.bias) in.push_back(parameter({out}));
    if (spec.norm) {
      in.push_back(parameter({out}));
      in.push_back(parameter({out}));
    }
    shape = spec.output;
  }
  return in;
}

inline const Net kEncoder{
    {16, 16, 1},
    {"conv 4x4/2 16 elu", "conv 4x4/2 32 tanh plain", "conv 4x4/2 16 elu", "fc 24 elu"}};
inline const Net kDecoder{{0, 0, 20},
                          {"fc 30 relu", "fc 4x4x32 relu", "up 4x4 32 relu", "up 4x4 16 elu plain",
                           "up 4x4 1 sigmoid plain"}};

}  // namespace rnem::ops
