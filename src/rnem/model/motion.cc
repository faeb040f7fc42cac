#include "rnem/model/motion.h"

#include "rnem/model/multiply_adds.h"

namespace rnem::model {
namespace {

constexpr std::int64_t kUnits = 256, kEvents = 128;
constexpr std::int64_t kDynamics = 6;  // A row by row, b
constexpr std::int64_t kSpeedFeatures = 4, kPairFeatures = 4;
constexpr double kEventBias = -0.5;  // most of the time nothing happens
// logarithms of variances in squared pixels, at first: a third of a pixel, 0.1, 0.03
constexpr double kMeasured = -2.0, kDrift = -4.5, kWander = -7.0;
constexpr double kLargest = 3.0;  // of such a logarithm
// of what events do: steps of the optimiser are small beside a turn
constexpr double kStrength = 8.0;
constexpr double kQuick = 4.0;  // tanh(kQuick v) tells directions apart from slow speeds on

Tensor linear(const Tensor& x, const Affine& affine) {
  return torch::addmm(affine.bias, x, affine.weight.t());
}

// two layers, the second sparse; plain products: half precision would round positions
Tensor events(const Tensor& x, const Affine& first, const Norm& norm, const Affine& second) {
  const Tensor hidden = torch::relu(
      torch::layer_norm(linear(x, first), {kUnits}, norm.scale, norm.shift, norm.epsilon));
  return torch::relu(linear(hidden, second));
}

}  // namespace

Motion::Motion(const ModelConfig& config, std::int64_t x_hat, Parameters& parameters)
    : height_(config.height), width_(config.width), window_(config.window) {
  const std::int64_t where = 2 * code_size(height_, width_);
  delta_ = parameters.constant("motion.delta", {2, x_hat}, 0.0);
  measured_ = {parameters.constant("motion.measured.weight", {1, x_hat}, 0.0),
               parameters.constant("motion.measured.bias", {1}, kMeasured)};
  const auto two_layers = [&](const std::string& name, std::int64_t input, Affine& first,
                              Norm& norm, Affine& second) {
    first = parameters.affine(name + ".0", {kUnits, input});
    norm = parameters.norm(name + ".0", kUnits, config.norm_epsilon);
    second.weight = parameters.glorot(name + ".1.weight", {kEvents, kUnits});
    second.bias = parameters.constant(name + ".1.bias", {kEvents}, kEventBias);
  };
  two_layers("motion.alone", config.hidden + where + kSpeedFeatures, alone_, alone_norm_,
             alone_next_);
  dynamics_ = parameters.constant("motion.dynamics", {kDynamics, kEvents}, 0.0);
  drift_ = {parameters.constant("motion.drift.weight", {1, kEvents}, 0.0),
            parameters.constant("motion.drift.bias", {1}, kDrift)};
  wander_ = parameters.constant("motion.wander", {1}, kWander);
  if (config.traits().interaction) {
    two_layers("motion.pair", 2 * (config.hidden + length_code_size(window_)) + kPairFeatures,
               pair_, pair_norm_, pair_next_);
    matrix_ = parameters.constant("motion.matrix", {4, kEvents}, 0.0);
  }
}

Tensor Motion::push(const Tensor& p, const Tensor& v, const Tensor& theta, const Tensor& alpha,
                    std::int64_t k) const {
  const std::int64_t batch = p.size(0) / k;
  // entry j of k's row is i = j < k ? j : j + 1, as alpha has it
  const auto seen_from = [&](const Tensor& x) {
    const Tensor rows = x.reshape({batch, k, -1});
    const std::int64_t m = rows.size(2);
    const Tensor focus = rows.unsqueeze(2).expand({batch, k, k, m});
    const Tensor context = rows.unsqueeze(1).expand({batch, k, k, m});
    const auto others = [&](const Tensor& pairs) {
      // the K×K grid without its diagonal: K*K = 1 + (K-1)(K+1)
      return pairs.reshape({batch, k * k, m})
          .narrow(1, 1, k * k - 1)
          .reshape({batch, k - 1, k + 1, m})
          .narrow(2, 0, k)
          .reshape({batch * k * (k - 1), m});
    };
    return std::pair(others(focus), others(context));
  };
  const auto [p_k, p_i] = seen_from(p);
  const auto [v_k, v_i] = seen_from(v);
  const auto [theta_k, theta_i] = seen_from(theta);
  // what is told of places carries no gradient (motion.h); what is multiplied does
  const Tensor apart = (p_i - p_k).detach(), faster = v_i - v_k;
  const auto length = [](const Tensor& x) { return (x.square().sum(1, true) + 1e-6).sqrt(); };
  const Tensor distance = length(apart), n = apart / distance;
  const Tensor across = torch::stack({-n.select(1, 1), n.select(1, 0)}, 1);
  const Tensor speeds = torch::cat({-(n * faster).sum(1, true), (across * faster).sum(1, true)}, 1);
  const Tensor told = speeds.detach(), soon = length(apart + faster.detach());
  const Tensor s =
      events(torch::cat({theta_k, theta_i, length_code(distance.squeeze(1), window_),
                         length_code(soon.squeeze(1), window_), told, torch::tanh(kQuick * told)},
                        1),
             pair_, pair_norm_, pair_next_);
  const Tensor matrix = (kStrength * s.mm(matrix_.t())).reshape({-1, 2, 2});
  const Tensor change = matrix.matmul(speeds.unsqueeze(2)).squeeze(2);
  const Tensor pushed = change.narrow(1, 0, 1) * n + change.narrow(1, 1, 1) * across;
  return (alpha.unsqueeze(3) * pushed.reshape({batch, k, k - 1, 2})).sum(2).reshape({batch * k, 2});
}

Place Motion::forward(const Place& place, const Tensor& theta, const Tensor& alpha,
                      const Tensor& x_hat, std::int64_t k) const {
  Tensor p = place.p, v = place.v;
  Tensor pp = place.spread.narrow(1, 0, 1), pv = place.spread.narrow(1, 1, 1),
         vv = place.spread.narrow(1, 2, 1);
  if (x_hat.defined()) {
    const Tensor delta = x_hat.mm(delta_.t());
    const Tensor noise = torch::exp(linear(x_hat, measured_).clamp_max(kLargest));
    const Tensor gain_p = pp / (pp + noise), gain_v = pv / (pp + noise);
    p = p + gain_p * delta;
    v = v + gain_v * delta;
    vv = vv - gain_v * pv;
    pv = pv - gain_p * pv;
    pp = pp - gain_p * pp;
  }
  const Tensor at = p.detach(), speed = v.detach();
  const Tensor s = events(
      torch::cat({theta, position_code(at, height_, width_),
                  position_code(at + speed, height_, width_), speed, torch::tanh(kQuick * speed)},
                 1),
      alone_, alone_norm_, alone_next_);
  const Tensor dynamics = kStrength * s.mm(dynamics_.t());
  const Tensor turn = dynamics.narrow(1, 0, 4).reshape({-1, 2, 2});
  Tensor next = v + turn.matmul(v.unsqueeze(2)).squeeze(2) + dynamics.narrow(1, 4, 2);
  if (alpha.defined()) next = next + push(p, v, theta, alpha, k);
  const Tensor drift = torch::exp(linear(s, drift_).clamp_max(kLargest));
  return {p + 0.5 * (v + next), next,
          torch::cat({pp + 2 * pv + vv + torch::exp(wander_), pv + vv, vv + drift}, 1),
          x_hat.defined() ? p : Tensor()};
}

double Motion::multiply_adds(std::int64_t k) const {
  double alone = 0, pair = 0;
  for (const Tensor& weight :
       {delta_, measured_.weight, alone_.weight, alone_next_.weight, dynamics_, drift_.weight}) {
    alone += products(weight);
  }
  for (const Tensor& weight : {pair_.weight, pair_next_.weight, matrix_}) pair += products(weight);
  return alone + static_cast<double>(k - 1) * pair;
}

}  // namespace rnem::model
