#include "rnem/training/outer_step.h"

namespace rnem::training {
namespace {

// The paper's choice over all the tasks it tried.
constexpr double kOuterRate = 0.7, kOuterMomentum = 0.9;

}  // namespace

OuterStep::OuterStep(const model::Parameters& parameters, bool on) {
  if (!on) return;
  const torch::NoGradGuard no_grad;
  weights_ = parameters.all();
  for (const auto& [name, weight] : weights_) {
    momenta_.emplace_back("outer.u." + name, torch::zeros_like(weight, torch::kFloat32));
    common_.push_back(torch::empty_like(weight));
  }
  begin();
}

void OuterStep::begin() {
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < weights_.size(); ++i) common_[i].copy_(weights_[i].second);
}

void OuterStep::step(runtime::Ranks& ranks) {
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    torch::Tensor weight = weights_[i].second;
    average(weight, ranks);
    const torch::Tensor way = common_[i] - weight;
    momenta_[i].second.mul_(kOuterMomentum).add_(way);
    common_[i].sub_(way.add(momenta_[i].second, kOuterMomentum), kOuterRate);
    weight.copy_(common_[i]);
  }
}

void average(const torch::Tensor& tensor, runtime::Ranks& ranks) {
  if (ranks.alone()) return;
  const torch::NoGradGuard no_grad;
  const torch::Tensor sum = tensor.detach().to(torch::kCPU, torch::kFloat32).clone();
  ranks.sum(sum);
  tensor.detach().copy_(sum / ranks.size());
}

}  // namespace rnem::training
