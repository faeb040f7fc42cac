#include "rnem/model/motion.h"

#include <vector>

#include "rnem/model/multiply_adds.h"

namespace rnem::model {
namespace {

constexpr std::int64_t kUnits = 256, kEvents = 128;
constexpr std::int64_t kDynamics = 6;  // A row by row, b
constexpr std::int64_t kSpeedFeatures = 4, kPairFeatures = 4;
constexpr double kEventBias = -0.5;  // most of the time nothing happens
// logarithms of variances in squared pixels, at first: a third of a pixel, 0.03, 0.03
constexpr double kMeasured = -2.0, kDrift = -7.0, kWander = -7.0;
constexpr double kLeast = -14.0, kLargest = 3.0;  // of such a logarithm
// of what events do: steps of the optimiser are small beside a turn
constexpr double kStrength = 8.0;
constexpr double kQuick = 4.0;  // tanh(kQuick v) tells directions apart from slow speeds on

// a variance from its logarithm, which the optimiser's small steps have to move by several
Tensor variance(const Tensor& logarithm) {
  return torch::exp((kStrength * logarithm).clamp(kLeast, kLargest));
}

Tensor linear(const Tensor& x, const Affine& affine) {
  return torch::addmm(affine.bias, x, affine.weight.t());
}

// the last columns of a first layer, for all that is not theta; plain products: half precision
// would round positions
Tensor add_told(const Tensor& looks, const std::vector<Tensor>& told, const Affine& first) {
  const Tensor x = torch::cat(told, 1);
  const std::int64_t size = x.size(1);
  return torch::addmm(looks, x, first.weight.narrow(1, first.weight.size(1) - size, size).t());
}

// focus_k + context_i of every pair: [B*K,C] -> [B*K*(K-1),C]; entry j of k's row is
// i = j < k ? j : j + 1, as alpha has it
Tensor pairs(const Tensor& focus, const Tensor& context, std::int64_t k) {
  const std::int64_t batch = focus.size(0) / k, m = focus.size(1);
  const Tensor grid = focus.reshape({batch, k, 1, m}) + context.reshape({batch, 1, k, m});
  // the K×K grid without its diagonal: K*K = 1 + (K-1)(K+1)
  return grid.reshape({batch, k * k, m})
      .narrow(1, 1, k * k - 1)
      .reshape({batch, k - 1, k + 1, m})
      .narrow(2, 0, k)
      .reshape({batch * k * (k - 1), m});
}

}  // namespace

Motion::Motion(const ModelConfig& config, std::int64_t x_hat, Parameters& parameters)
    : hidden_(config.hidden),
      height_(config.height),
      width_(config.width),
      window_(config.window),
      parts_(config.motion_steps) {
  const std::int64_t where = 2 * code_size(height_, width_) + code_size(height_, width_, kFine),
                     distance = 2 * length_code_size(window_) + length_code_size(window_, kFine);
  delta_ = parameters.constant("motion.delta", {2, x_hat}, 0.0);
  measured_ = {parameters.constant("motion.measured.weight", {1, x_hat}, 0.0),
               parameters.constant("motion.measured.bias", {1}, kMeasured / kStrength)};
  const auto network = [&](const std::string& name, std::int64_t input) {
    Network made;
    made.first = parameters.affine(name + ".0", {kUnits, input});
    made.norm = parameters.norm(name + ".0", kUnits, config.norm_epsilon);
    made.next = {parameters.glorot(name + ".1.weight", {kEvents, kUnits}),
                 parameters.constant(name + ".1.bias", {kEvents}, kEventBias)};
    made.gate = {parameters.constant(name + ".gate.weight", {1, kUnits}, 0.0),
                 parameters.constant(name + ".gate.bias", {1}, 0.0)};
    return made;
  };
  alone_ = network("motion.alone", config.hidden + where + kSpeedFeatures);
  dynamics_ = parameters.constant("motion.dynamics", {kDynamics, kEvents}, 0.0);
  drift_ = {parameters.constant("motion.drift.weight", {1, kEvents}, 0.0),
            parameters.constant("motion.drift.bias", {1}, kDrift / kStrength)};
  seen_drift_ = parameters.constant("motion.drift.seen", {1, x_hat}, 0.0);
  wander_ = parameters.constant("motion.wander", {1}, kWander / kStrength);
  if (config.traits().interaction) {
    pair_ = network("motion.pair", 2 * config.hidden + distance + kPairFeatures);
    matrix_ = parameters.constant("motion.matrix", {4, kEvents}, 0.0);
    pair_drift_ = parameters.constant("motion.drift.pair", {1, kEvents}, 0.0);
  }
}

Motion::Events Motion::Network::forward(const Tensor& x) const {
  const Tensor hidden =
      torch::relu(torch::layer_norm(x, {kUnits}, norm.scale, norm.shift, norm.epsilon));
  return {torch::relu(linear(hidden, next)), torch::sigmoid(kStrength * linear(hidden, gate))};
}

Looks Motion::looks(const Tensor& theta, std::int64_t k) const {
  const auto columns = [&](const Affine& first, std::int64_t index) {
    return first.weight.narrow(1, index * hidden_, hidden_).t();
  };
  Looks out;
  out.alone = torch::addmm(alone_.first.bias, theta, columns(alone_.first, 0));
  if (pair_.first.weight.defined()) {
    out.pair = pairs(torch::addmm(pair_.first.bias, theta, columns(pair_.first, 0)),
                     theta.mm(columns(pair_.first, 1)), k);
  }
  return out;
}

Motion::Events Motion::alone(const Tensor& p, const Tensor& v, const Looks& looks) const {
  const Tensor at = p.detach(), speed = v.detach();
  return alone_.forward(add_told(
      looks.alone,
      {position_code(at, height_, width_), position_code(at, height_, width_, kFine),
       position_code(at + speed / parts_, height_, width_), speed, torch::tanh(kQuick * speed)},
      alone_.first));
}

Motion::Push Motion::push(const Tensor& p, const Tensor& v, const Looks& looks,
                          std::int64_t k) const {
  const std::int64_t batch = p.size(0) / k;
  // what is told of places carries no gradient (above); what is multiplied does
  const Tensor apart = pairs(-p, p, k).detach(), faster = pairs(-v, v, k);
  const auto length = [](const Tensor& x) { return (x.square().sum(1, true) + 1e-6).sqrt(); };
  const Tensor distance = length(apart), n = apart / distance;
  const Tensor across = torch::stack({-n.select(1, 1), n.select(1, 0)}, 1);
  const Tensor speeds = torch::cat({-(n * faster).sum(1, true), (across * faster).sum(1, true)}, 1);
  const Tensor told = speeds.detach(), soon = length(apart + faster.detach() / parts_);
  const Events events = pair_.forward(add_told(
      looks.pair,
      {length_code(distance.squeeze(1), window_), length_code(distance.squeeze(1), window_, kFine),
       length_code(soon.squeeze(1), window_), told, torch::tanh(kQuick * told)},
      pair_.first));
  const Tensor matrix = (kStrength * events.g * events.s.mm(matrix_.t())).reshape({-1, 2, 2});
  const Tensor change = matrix.matmul(speeds.unsqueeze(2)).squeeze(2);
  const Tensor pushed = change.narrow(1, 0, 1) * n + change.narrow(1, 1, 1) * across;
  return {events, pushed.reshape({batch, k, k - 1, 2}).sum(2).reshape({batch * k, 2})};
}

Moved Motion::forward(const Place& place, const Looks& looks, const Tensor& x_hat,
                      std::int64_t k) const {
  Tensor p = place.p, v = place.v;
  Tensor pp = place.spread.narrow(1, 0, 1), pv = place.spread.narrow(1, 1, 1),
         vv = place.spread.narrow(1, 2, 1);
  Moved out;
  Tensor drift = drift_.bias;  // logarithm of what v may change by unforeseen
  if (x_hat.defined()) {
    const Tensor delta = x_hat.mm(delta_.t());
    const Tensor expected = pp + variance(linear(x_hat, measured_));
    // of the variances alone: places learn from what is drawn at them
    out.place.surprise =
        (delta.detach().square().sum(1, true) / (2 * expected) + torch::log(expected)).squeeze(1);
    const Tensor gain_p = pp / expected, gain_v = pv / expected;
    p = p + gain_p * delta;
    v = v + gain_v * delta;
    vv = vv - gain_v * pv;
    pv = pv - gain_p * pv;
    pp = pp - gain_p * pp;
    out.place.seen = p;
    drift = drift + x_hat.mm(seen_drift_.t());
  }
  Tensor busy, apart;  // apart: that pairs have nothing to do with each other in any part
  for (std::int64_t part = 0; part < parts_; ++part) {
    p = p + v / parts_;
    const Events events = alone(p, v, looks);
    drift = drift + events.s.mm(drift_.weight.t());
    busy = busy.defined() ? busy + events.g : events.g;
    const Tensor dynamics = kStrength * events.g * events.s.mm(dynamics_.t());
    const Tensor turn = dynamics.narrow(1, 0, 4).reshape({-1, 2, 2});
    Tensor next = v + turn.matmul(v.unsqueeze(2)).squeeze(2) + dynamics.narrow(1, 4, 2);
    if (looks.pair.defined() && k > 1) {
      const Push pushed = push(p, v, looks, k);
      next = next + pushed.change;
      const Tensor nothing = 1 - pushed.events.g.detach();
      apart = apart.defined() ? apart * nothing : nothing;
      busy = busy + pushed.events.g.reshape({-1, k - 1}).sum(1, true);
      drift = drift + pushed.events.s.mm(pair_drift_.t()).reshape({-1, k - 1}).sum(1, true);
    }
    v = next;
  }
  out.place.p = p;
  out.place.v = v;
  out.place.busy = busy.squeeze(1);
  out.place.spread =
      torch::cat({pp + 2 * pv + vv + variance(wander_), pv + vv, vv + variance(drift)}, 1);
  if (apart.defined()) out.alpha = (1 - apart).reshape({-1, k, k - 1});
  return out;
}

double Motion::multiply_adds(std::int64_t k) const {
  const auto theta = [&](const Network& network, std::int64_t times) {
    return static_cast<double>(times * hidden_ * network.first.weight.size(0));
  };
  const auto each = [&](const Network& network, std::int64_t thetas) {
    return products(network.first.weight) - theta(network, thetas) + products(network.next.weight) +
           products(network.gate.weight);
  };
  const auto parts = static_cast<double>(parts_);
  const double alone = products(delta_) + products(measured_.weight) + products(seen_drift_) +
                       theta(alone_, 1) +
                       parts * (each(alone_, 1) + products(dynamics_) + products(drift_.weight));
  if (!pair_.first.weight.defined()) return alone;
  const double pair = each(pair_, 2) + products(matrix_) + products(pair_drift_);
  return alone + theta(pair_, 2) + static_cast<double>(k - 1) * parts * pair;
}

}  // namespace rnem::model
