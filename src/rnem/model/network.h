// A stack of layers: the encoder or the decoder.
#pragma once

#include <string>
#include <vector>

#include "rnem/model/parameters.h"
#include "rnem/ops/layer_spec.h"
#include "rnem/ops/ops.h"

namespace rnem::model {

class Network {
 public:
  // Parameters are called name.0.weight, name.0.bias, name.0.norm.scale, ...
  Network(const std::string& name, const std::vector<LayerSpec>& layers, FeatureShape input,
          double norm_epsilon, Parameters& parameters);

  // x [N,input] -> [N,output]; maps are flattened as (H,W,C) at both ends.
  Tensor forward(const Ops& ops, const Tensor& x) const;

  std::int64_t output_size() const;
  double multiply_adds() const;  // of one row
  Tensor last_bias() const;

 private:
  FeatureShape input_;
  std::vector<NetworkLayer> layers_;
};

}  // namespace rnem::model
