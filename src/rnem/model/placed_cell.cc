#include "rnem/model/placed_cell.h"

#include <utility>
#include <vector>

#include "rnem/model/multiply_adds.h"

namespace rnem::model {
namespace {

constexpr double kOpenGate = 1.0;  // at first what is seen counts for three quarters

Tensor beside(std::vector<Tensor> parts) {
  std::erase_if(parts, [](const Tensor& part) { return !part.defined(); });
  return torch::cat(parts, 1);
}

// what it is, in a step that sees nothing
CellState held(const CellState& state) {
  return {state.theta, state.memory.defined() ? state.memory : torch::zeros_like(state.theta),
          state.place};
}

}  // namespace

PlacedCell::PlacedCell(const ModelConfig& config, std::int64_t x_hat_size, Parameters& parameters)
    : motion_(config, x_hat_size, parameters),
      height_(config.height),
      width_(config.width),
      window_(config.window),
      attention_(config.traits().attention) {
  const std::int64_t more = kPlaceFeatures + config.action_inputs();
  std::int64_t upsilon = config.hidden;
  if (config.traits().interaction) {
    interaction_.emplace(config, config.hidden + more, parameters);
    upsilon = interaction_->output_size();
  }
  affine_ = parameters.affine("cell", {config.hidden, upsilon + x_hat_size + more});
  gate_ = {parameters.constant("cell.gate.weight", {1, x_hat_size}, 0.0),
           parameters.constant("cell.gate.bias", {1}, kOpenGate)};
  norm_ = parameters.norm("cell", config.hidden, config.norm_epsilon);
  shown_ = parameters.constant("cell.shown", {config.hidden, code_size(height_, width_)}, 0.0);
}

CellOutput PlacedCell::forward(const Ops& ops, const CellState& state, const Tensor& x_hat,
                               const Tensor& action, std::int64_t k) const {
  CellOutput out;
  Moved moved = motion_.forward(state.place, motion_.looks(state.theta, k), x_hat, k);
  if (x_hat.defined()) {
    const Tensor place = place_features(state.place, height_, width_, window_);
    Effects pairs;
    if (interaction_) {
      pairs = interaction_->forward(ops, beside({state.theta, place, action}), place,
                                    attention_ ? moved.alpha : Tensor(), k);
    }
    const Tensor theta = interaction_ ? pairs.theta_hat : state.theta;
    const Tensor a = ops.dense(beside({theta, pairs.effect, x_hat, place, action}), affine_, {},
                               Activation::kIdentity);
    Tensor gate = torch::sigmoid(torch::addmm(gate_.bias, x_hat, gate_.weight.t()));
    // whoever starts has nothing to hold
    if (state.fresh.defined()) gate = torch::maximum(gate, state.fresh);
    out.state.memory = state.memory.defined() ? state.memory + gate * (a - state.memory) : a;
    out.state.theta = torch::sigmoid(out.state.memory);
    out.alpha = pairs.alpha;
  } else {
    out.state = held(state);
    out.alpha = attention_ ? moved.alpha : Tensor();
  }
  out.state.place = std::move(moved.place);
  const Tensor code = position_code(out.state.place.p.detach(), height_, width_);
  out.decoder_input = ops.norm_activation(torch::addmm(out.state.memory, code, shown_.t()), norm_,
                                          Activation::kSigmoid);
  return out;
}

std::vector<CellState> PlacedCell::carry(const Ops& /*ops*/, const CellState& state,
                                         const Tensor& /*action*/, std::int64_t k,
                                         std::int64_t steps) const {
  const Looks looks = motion_.looks(state.theta, k);
  CellState now = held(state);
  std::vector<CellState> way;
  for (std::int64_t step = 0; step < steps; ++step) {
    now.place = motion_.forward(now.place, looks, {}, k).place;
    way.push_back(now);
  }
  return way;
}

double PlacedCell::multiply_adds(std::int64_t k) const {
  return products(affine_.weight) + products(gate_.weight) + products(shown_) +
         motion_.multiply_adds(k) + (interaction_ ? interaction_->multiply_adds(k) : 0.0);
}

}  // namespace rnem::model
