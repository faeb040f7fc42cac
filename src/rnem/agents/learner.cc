#include "rnem/agents/learner.h"

#include <algorithm>
#include <cmath>

#include "rnem/training/weights.h"

namespace rnem::agents {
namespace {

constexpr double kLongestGradient = 10;  // norm; a longer one is cut, as one bad target would make
constexpr const char* kTarget = "target.";

}  // namespace

Tensor double_q_target(const Tensor& reward, const Tensor& discount, const Tensor& online,
                       const Tensor& judge) {
  const Tensor best = online.argmax(1, /*keepdim=*/true);
  return reward + discount * judge.gather(1, best).squeeze(1);
}

Tensor advice_loss(const Tensor& values, const Tensor& advice, double margin) {
  const Tensor best = (values + margin * (1 - advice)).amax(1);
  return best - values.masked_fill(advice == 0, -INFINITY).amax(1);
}

Learner::Learner(std::uint64_t seed)
    : network_(seed), target_(seed), optimizer_({}, network_.parameters()) {}

double Learner::update(const Batch& batch, double rate, double advice_weight, double margin,
                       std::int64_t target_every) {
  Tensor target;
  {
    const torch::NoGradGuard no_grad;
    target = double_q_target(batch.reward, batch.discount, network_.forward(batch.next),
                             target_.forward(batch.next));
  }
  const Tensor values = network_.forward(batch.seen);
  const Tensor chosen = values.gather(1, batch.action.unsqueeze(1)).squeeze(1);
  Tensor loss = torch::huber_loss(chosen, target);
  if (advice_weight > 0) {
    loss = loss + advice_weight * advice_loss(values, batch.advice, margin).mean();
  }
  training::clear_gradients(network_.parameters());
  loss.backward();
  const double norm = training::gradient_norm(network_.parameters());
  ++updates_;
  optimizer_.step(updates_, rate, std::min(1.0, kLongestGradient / norm));
  if (updates_ % target_every == 0) target_.copy_from(network_);
  return loss.item<double>();
}

training::NamedTensors Learner::state() const {
  training::NamedTensors all = network_.parameters().all();
  for (const auto& [name, tensor] : target_.parameters().all()) {
    all.emplace_back(kTarget + name, tensor);
  }
  all.insert(all.end(), optimizer_.state().begin(), optimizer_.state().end());
  return all;
}

void Learner::restore(const training::NamedTensors& state, std::int64_t updates,
                      const std::string& source) {
  training::restore(network_.parameters().all(), state, source);
  training::restore(target_.parameters().all(), state, source, kTarget);
  training::restore(optimizer_.state(), state, source);
  updates_ = updates;
}

}  // namespace rnem::agents
