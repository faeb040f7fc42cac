#include "rnem/model/motion.h"

namespace rnem::model {
namespace {

constexpr std::int64_t kEvents = 128;
constexpr std::int64_t kDynamics = 6;                        // A row by row, b
constexpr double kEventBias = -1.0;                          // most of the time nothing happens
constexpr double kPositionGain = 0.0, kVelocityGain = -2.0;  // of the sigmoid: 1/2 and 1/8

Tensor linear(const Tensor& x, const Affine& affine) {
  return torch::addmm(affine.bias, x, affine.weight.t());
}

}  // namespace

Motion::Motion(const ModelConfig& config, std::int64_t upsilon, std::int64_t x_hat,
               Parameters& parameters) {
  delta_ = parameters.constant("motion.delta", {2, x_hat}, 0.0);
  gain_.weight = parameters.constant("motion.gain.weight", {2, config.hidden}, 0.0);
  gain_.bias = parameters.constant("motion.gain.bias", {2}, 0.0);
  {
    const torch::NoGradGuard no_grad;
    gain_.bias[0].fill_(kPositionGain);
    gain_.bias[1].fill_(kVelocityGain);
  }
  event_.weight =
      parameters.glorot("motion.event.weight", {kEvents, upsilon + config.place_features()});
  event_.bias = parameters.constant("motion.event.bias", {kEvents}, kEventBias);
  dynamics_ = parameters.constant("motion.dynamics", {kDynamics, kEvents}, 0.0);
}

Place Motion::forward(const Place& place, const Tensor& upsilon, const Tensor& x_hat,
                      const Tensor& u) const {
  // plain products: half precision would round velocities
  Place seen = place;
  if (x_hat.defined()) {
    const Tensor delta = x_hat.mm(delta_.t());
    const Tensor gain = torch::sigmoid(linear(u, gain_));
    seen.p = place.p + gain.narrow(1, 0, 1) * delta;
    seen.v = place.v + gain.narrow(1, 1, 1) * delta;
  }
  const Tensor dynamics = torch::relu(linear(upsilon, event_)).mm(dynamics_.t());
  const Tensor turn = dynamics.narrow(1, 0, 4).reshape({-1, 2, 2});
  const Tensor v = seen.v + turn.matmul(seen.v.unsqueeze(2)).squeeze(2) + dynamics.narrow(1, 4, 2);
  return {seen.p + 0.5 * (seen.v + v), v};
}

}  // namespace rnem::model
