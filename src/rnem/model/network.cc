#include "rnem/model/network.h"

#include "rnem/model/multiply_adds.h"

namespace rnem::model {

Network::Network(const std::string& name, const std::vector<LayerSpec>& layers, FeatureShape input,
                 double norm_epsilon, Parameters& parameters)
    : input_(input) {
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const LayerSpec& spec = layers[i];
    const std::string layer_name = name + "." + std::to_string(i);
    const bool dense = spec.kind == LayerKind::kDense;
    const std::vector<std::int64_t> shape =
        dense ? std::vector<std::int64_t>{spec.output.size(), input.size()}
              : std::vector<std::int64_t>{spec.output.channels, input.channels, spec.kernel_height,
                                          spec.kernel_width};
    NetworkLayer layer{spec, parameters.affine(layer_name, shape, spec.bias), {}};
    if (spec.norm) {
      // a dense layer's units are its channels, also when its output is read as a map
      layer.norm = parameters.norm(layer_name, dense ? spec.output.size() : spec.output.channels,
                                   norm_epsilon);
    }
    layers_.push_back(std::move(layer));
    input = spec.output;
  }
}

std::int64_t Network::output_size() const {
  return layers_.empty() ? input_.size() : layers_.back().spec.output.size();
}

double Network::multiply_adds() const {
  double sum = 0;
  FeatureShape input = input_;
  for (const NetworkLayer& layer : layers_) {
    sum += model::multiply_adds(input, layer.spec);
    input = layer.spec.output;
  }
  return sum;
}

Tensor Network::last_bias() const { return layers_.back().affine.bias; }

Tensor Network::forward(const Ops& ops, const Tensor& x) const {
  return ops.network(x, input_, layers_);
}

}  // namespace rnem::model
