#include "rnem/model/parameters.h"

#include <cmath>

#include "rnem/core/error.h"
#include "rnem/rng.h"

namespace rnem::model {

Tensor Parameters::add(const std::string& name, Tensor value) {
  for (const auto& [known, tensor] : tensors_) RNEM_CHECK(known != name, "duplicate " + name);
  value.set_requires_grad(true);
  tensors_.emplace_back(name, value);
  return value;
}

Tensor Parameters::glorot(const std::string& name, const std::vector<std::int64_t>& shape) {
  std::int64_t field = 1;
  for (std::size_t i = 2; i < shape.size(); ++i) field *= shape[i];
  const double limit = std::sqrt(6.0 / static_cast<double>((shape[0] + shape[1]) * field));
  Tensor value = torch::empty(shape, torch::kFloat32);
  Rng rng(seed_, "init:" + name);
  float* data = value.data_ptr<float>();
  for (std::int64_t i = 0; i < value.numel(); ++i) {
    data[i] = static_cast<float>(rng.uniform(-limit, limit));
  }
  return add(name, value);
}

Tensor Parameters::constant(const std::string& name, const std::vector<std::int64_t>& shape,
                            double value) {
  return add(name, torch::full(shape, value, torch::kFloat32));
}

Affine Parameters::affine(const std::string& name, const std::vector<std::int64_t>& weight_shape,
                          bool bias) {
  Affine affine;
  affine.weight = glorot(name + ".weight", weight_shape);
  if (bias) affine.bias = constant(name + ".bias", {weight_shape[0]}, 0.0);
  return affine;
}

Norm Parameters::norm(const std::string& name, std::int64_t channels, double epsilon) {
  return {constant(name + ".norm.scale", {channels}, 1.0),
          constant(name + ".norm.shift", {channels}, 0.0), epsilon};
}

std::int64_t Parameters::count() const {
  std::int64_t total = 0;
  for (const auto& [name, tensor] : tensors_) total += tensor.numel();
  return total;
}

std::vector<std::pair<std::string, std::int64_t>> Parameters::count_by_part() const {
  std::vector<std::pair<std::string, std::int64_t>> parts;
  for (const auto& [name, tensor] : tensors_) {
    const std::string part = name.substr(0, name.find('.'));
    if (parts.empty() || parts.back().first != part) parts.emplace_back(part, 0);
    parts.back().second += tensor.numel();
  }
  return parts;
}

}  // namespace rnem::model
