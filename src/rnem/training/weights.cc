#include "rnem/training/weights.h"

#include <algorithm>

#include "rnem/core/error.h"

namespace rnem::training {

RunningMean::RunningMean(const model::Parameters& parameters, double decay) : decay_(decay) {
  if (!on()) return;
  weights_ = parameters.all();
  for (const auto& [name, weight] : weights_) {
    means_.emplace_back("ema." + name, weight.detach().clone());
  }
}

void RunningMean::update() {
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < means_.size(); ++i) {
    means_[i].second.lerp_(weights_[i].second, 1 - decay_);
  }
}

RunningMean::InPlace::InPlace(const RunningMean& mean) : mean_(mean) {
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < mean_.means_.size(); ++i) {
    torch::Tensor weight = mean_.weights_[i].second;
    weights_.push_back(weight.clone());
    weight.copy_(mean_.means_[i].second);
  }
}

RunningMean::InPlace::~InPlace() {
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    torch::Tensor weight = mean_.weights_[i].second;
    weight.copy_(weights_[i]);
  }
}

void restore(const NamedTensors& targets, const NamedTensors& from, const std::string& source,
             const std::string& prefix) {
  const torch::NoGradGuard no_grad;
  for (const auto& [name, target] : targets) {
    const std::string key = prefix + name;
    const auto found = std::find_if(from.begin(), from.end(),
                                    [&](const auto& entry) { return entry.first == key; });
    if (found == from.end() || found->second.sizes() != target.sizes()) {
      fail_input("{}: tensor '{}' is missing or has another shape than the config's model", source,
                 key);
    }
    torch::Tensor(target).copy_(found->second);
  }
}

}  // namespace rnem::training
