// The learned tensors of a model, by name and in a fixed order.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rnem/ops/ops.h"

namespace rnem::model {

// what models are written in
using ops::Activation;
using ops::Affine;
using ops::FeatureShape;
using ops::LayerKind;
using ops::LayerSpec;
using ops::LossConfig;
using ops::NetworkLayer;
using ops::Norm;
using ops::Ops;
using ops::StepLoss;
using torch::Tensor;

class Parameters {
 public:
  // The initial values depend on (seed, name) only, not on the order of creation.
  explicit Parameters(std::uint64_t seed) : seed_(seed) {}

  // Glorot uniform: ±sqrt(6 / (fan_in + fan_out)). shape [out,in] or [out,in,kh,kw].
  Tensor glorot(const std::string& name, const std::vector<std::int64_t>& shape);
  Tensor constant(const std::string& name, const std::vector<std::int64_t>& shape, double value);

  // name.weight and name.bias
  Affine affine(const std::string& name, const std::vector<std::int64_t>& weight_shape,
                bool bias = true);
  // name.norm.scale = 1 and name.norm.shift = 0
  Norm norm(const std::string& name, std::int64_t channels, double epsilon);

  const std::vector<std::pair<std::string, Tensor>>& all() const { return tensors_; }
  std::int64_t count() const;  // numbers in all tensors

  // Numbers below each top-level name ("encoder", "interaction", ...), in order.
  std::vector<std::pair<std::string, std::int64_t>> count_by_part() const;

 private:
  Tensor add(const std::string& name, Tensor value);

  std::uint64_t seed_;
  std::vector<std::pair<std::string, Tensor>> tensors_;
};

}  // namespace rnem::model
