#include "rnem/training/weights.h"

#include <algorithm>

#include "rnem/core/error.h"

namespace rnem::training {

WeightAverage::WeightAverage(const model::Parameters& parameters, double decay) : decay_(decay) {
  if (!on()) return;
  weights_ = parameters.all();
  for (const auto& [name, weight] : weights_) {
    means_.emplace_back("ema." + name, weight.detach().clone());
  }
}

void WeightAverage::update(std::int64_t n) {
  const torch::NoGradGuard no_grad;
  const double decay = std::min(decay_, static_cast<double>(1 + n) / static_cast<double>(10 + n));
  for (std::size_t i = 0; i < means_.size(); ++i) {
    means_[i].second.lerp_(weights_[i].second, 1 - decay);
  }
}

WeightAverage::InPlace::InPlace(const WeightAverage& mean) : mean_(mean) {
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < mean_.means_.size(); ++i) {
    torch::Tensor weight = mean_.weights_[i].second;
    weights_.push_back(weight.clone());
    weight.copy_(mean_.means_[i].second);
  }
}

WeightAverage::InPlace::~InPlace() {
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    torch::Tensor weight = mean_.weights_[i].second;
    weight.copy_(weights_[i]);
  }
}

namespace {

// [out,in,kh,kw] with fewer input channels
bool is_narrower(const torch::Tensor& kernel, const torch::Tensor& target) {
  return kernel.dim() == 4 && target.dim() == 4 && kernel.size(1) < target.size(1) &&
         kernel.select(1, 0).sizes() == target.select(1, 0).sizes();
}

torch::Tensor widened(const torch::Tensor& kernel, const torch::Tensor& target) {
  torch::Tensor wide = torch::zeros_like(target);
  wide.narrow(1, 0, kernel.size(1)).copy_(kernel);
  return wide;
}

void copy_by_name(const NamedTensors& targets, const NamedTensors& from, const std::string& source,
                  const std::string& prefix, bool may_widen) {
  const torch::NoGradGuard no_grad;
  for (const auto& [name, target] : targets) {
    const std::string key = prefix + name;
    const auto found = std::find_if(from.begin(), from.end(),
                                    [&](const auto& entry) { return entry.first == key; });
    torch::Tensor value = found != from.end() ? found->second : torch::Tensor();
    if (may_widen && value.defined() && is_narrower(value, target)) value = widened(value, target);
    if (!value.defined() || value.sizes() != target.sizes()) {
      fail_input("{}: tensor '{}' is missing or has another shape than the config's model", source,
                 key);
    }
    torch::Tensor(target).copy_(value);
  }
}

}  // namespace

void restore(const NamedTensors& targets, const NamedTensors& from, const std::string& source,
             const std::string& prefix) {
  copy_by_name(targets, from, source, prefix, /*may_widen=*/false);
}

void start_from(const NamedTensors& targets, const NamedTensors& from, const std::string& source) {
  copy_by_name(targets, from, source, "", /*may_widen=*/true);
}

}  // namespace rnem::training
