#include "rnem/model/cell.h"

#include <array>
#include <optional>
#include <vector>

#include "rnem/core/error.h"

namespace rnem::model {
namespace {

std::int64_t action_size(const ModelConfig& config) {
  return config.actions > 0 ? config.action_embedding : 0;
}

Tensor join(std::vector<Tensor> parts, const Tensor& place, const Tensor& action) {
  for (const Tensor& more : {place, action}) {
    if (more.defined()) parts.push_back(more);
  }
  return torch::cat(parts, 1);
}

constexpr std::int64_t kEvents = 128;  // units that read from the cell how a place moves

// theta = sigmoid(W [Upsilon(theta); x_hat; action] + b). The state is kept without layer norm;
// only what the decoder sees is normalised.
class RecurrentCell final : public Cell {
 public:
  RecurrentCell(const ModelConfig& config, std::int64_t x_hat_size, Parameters& parameters) {
    const std::int64_t acting = action_size(config), placed = config.place_features();
    std::int64_t upsilon = config.hidden;
    if (config.kind == "r-nem" || config.kind == "r-nem-noatt") {
      interaction_.emplace(config, config.hidden + placed + acting, parameters);
      upsilon = interaction_->output_size();
    }
    affine_ = parameters.affine("cell", {config.hidden, upsilon + x_hat_size + placed + acting});
    norm_ = parameters.norm("cell", config.hidden, config.norm_epsilon);
    if (config.has_places()) {
      // Most of the time nothing happens, and then nothing must be said: units start off, and what
      // no unit says is exactly 0.
      event_ = {parameters.glorot("motion.event.weight", {kEvents, config.hidden}),
                parameters.constant("motion.event.bias", {kEvents}, -1.0)};
      motion_ = parameters.constant("motion.weight", {kMotionSize, kEvents}, 0.0);
    }
    height_ = config.height;
    width_ = config.width;
    window_ = config.window;
  }

  CellOutput forward(const Ops& ops, const CellState& state, const Tensor& x_hat,
                     const Tensor& action, std::int64_t k) const override {
    CellOutput out;
    const Tensor place =
        state.place.defined() ? place_features(state.place, height_, width_, window_) : Tensor();
    std::vector<Tensor> input;
    if (interaction_) {
      const Effects effects =
          interaction_->forward(ops, join({state.theta}, place, action), place, k);
      out.alpha = effects.alpha;
      input = {effects.theta_hat, effects.effect, x_hat};
    } else {
      input = {state.theta, x_hat};
    }
    const Tensor a =
        ops.dense(join(std::move(input), place, action), affine_, {}, Activation::kIdentity);
    out.state.theta = ops.norm_activation(a, {}, Activation::kSigmoid);
    out.decoder_input = ops.norm_activation(a, norm_, Activation::kSigmoid);
    if (place.defined()) {
      // plain arithmetic: half precision would round velocities
      const Tensor features = reference_ops()->norm_activation(a, norm_, Activation::kIdentity);
      const Tensor events = torch::relu(torch::addmm(event_.bias, features, event_.weight.t()));
      out.state.place = move_place(state.place, events.mm(motion_.t()));
    }
    return out;
  }

 private:
  std::optional<Interaction> interaction_;
  Affine affine_, event_;
  Tensor motion_;  // [8,kEvents]
  Norm norm_;
  std::int64_t height_ = 0, width_ = 0, window_ = 0;
};

// Layer-normalised LSTM:
//   i, j, f, o = each LN(W [x_hat; h])
//   c = LN(c sigmoid(f + 1) + sigmoid(i) tanh(j)),  h = tanh(c) sigmoid(o)
class LstmCell final : public Cell {
 public:
  LstmCell(const ModelConfig& config, std::int64_t x_hat_size, Parameters& parameters)
      : hidden_(config.hidden) {
    const std::int64_t input = x_hat_size + config.hidden + action_size(config);
    affine_ = parameters.affine("cell", {4 * hidden_, input}, /*bias=*/false);
    static constexpr std::array<const char*, 4> kGates = {"i", "j", "f", "o"};
    for (std::size_t gate = 0; gate < kGates.size(); ++gate) {
      gate_norms_[gate] =
          parameters.norm(std::string("cell.") + kGates[gate], hidden_, config.norm_epsilon);
    }
    memory_norm_ = parameters.norm("cell.c", hidden_, config.norm_epsilon);
  }

  CellOutput forward(const Ops& ops, const CellState& state, const Tensor& x_hat,
                     const Tensor& action, std::int64_t) const override {
    const Tensor gates =
        ops.dense(join({x_hat, state.theta}, {}, action), affine_, {}, Activation::kIdentity);
    const auto gate = [&](std::int64_t index, Activation activation) {
      return ops.norm_activation(gates.narrow(1, index * hidden_, hidden_).contiguous(),
                                 gate_norms_[index], activation);
    };
    const Tensor i = gate(0, Activation::kSigmoid), j = gate(1, Activation::kTanh);
    const Tensor f = torch::sigmoid(gate(2, Activation::kIdentity) + 1);
    const Tensor o = gate(3, Activation::kSigmoid);
    const Tensor memory = state.memory.defined() ? state.memory : torch::zeros_like(state.theta);
    const Tensor c = ops.norm_activation(memory * f + i * j, memory_norm_, Activation::kIdentity);
    const Tensor h = torch::tanh(c) * o;
    return {{h, c}, h, {}};
  }

 private:
  std::int64_t hidden_;
  Affine affine_;
  std::array<Norm, 4> gate_norms_;
  Norm memory_norm_;
};

}  // namespace

std::unique_ptr<Cell> make_cell(const ModelConfig& config, std::int64_t x_hat_size,
                                Parameters& parameters) {
  RNEM_CHECK(config.kind != "n-em", "N-EM has no recurrent weights");
  if (config.kind == "lstm") return std::make_unique<LstmCell>(config, x_hat_size, parameters);
  return std::make_unique<RecurrentCell>(config, x_hat_size, parameters);
}

}  // namespace rnem::model
