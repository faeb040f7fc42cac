#include "rnem/model/cell.h"

#include <array>
#include <optional>
#include <vector>

#include "rnem/core/error.h"
#include "rnem/model/multiply_adds.h"

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

// theta = sigmoid(W [Upsilon(theta); x_hat; action] + b). The state is kept without layer norm;
// only what the decoder sees is normalised.
class RecurrentCell final : public Cell {
 public:
  RecurrentCell(const ModelConfig& config, std::int64_t x_hat_size, Parameters& parameters) {
    const std::int64_t acting = action_size(config), placed = config.place_features();
    std::int64_t upsilon = config.hidden;
    if (config.traits().interaction) {
      interaction_.emplace(config, config.hidden + placed + acting, parameters);
      upsilon = interaction_->output_size();
    }
    affine_ = parameters.affine("cell", {config.hidden, upsilon + x_hat_size + placed + acting});
    norm_ = parameters.norm("cell", config.hidden, config.norm_epsilon);
    if (config.has_places()) {
      motion_.emplace(config, x_hat_size, parameters);
    }
    height_ = config.height;
    width_ = config.width;
    window_ = config.window;
  }

  CellOutput forward(const Ops& ops, const CellState& state, const Tensor& x_hat,
                     const Tensor& action, std::int64_t k, bool sees) const override {
    CellOutput out;
    const Tensor place =
        state.place.defined() ? place_features(state.place, height_, width_, window_) : Tensor();
    std::vector<Tensor> upsilon;
    if (interaction_) {
      const Effects effects =
          interaction_->forward(ops, join({state.theta}, place, action), place, k);
      out.alpha = effects.alpha;
      upsilon = {effects.theta_hat, effects.effect};
    } else {
      upsilon = {state.theta};
    }
    std::vector<Tensor> input = upsilon;
    input.push_back(x_hat);
    const Tensor a =
        ops.dense(join(std::move(input), place, action), affine_, {}, Activation::kIdentity);
    out.state.theta = ops.norm_activation(a, {}, Activation::kSigmoid);
    out.decoder_input = ops.norm_activation(a, norm_, Activation::kSigmoid);
    if (place.defined()) {
      out.state.place =
          motion_->forward(state.place, state.theta, out.alpha, sees ? x_hat : Tensor(), k);
    }
    return out;
  }

  double multiply_adds(std::int64_t k) const override {
    return products(affine_.weight) + (interaction_ ? interaction_->multiply_adds(k) : 0.0) +
           (motion_ ? motion_->multiply_adds(k) : 0.0);
  }

 private:
  std::optional<Interaction> interaction_;
  Affine affine_;
  std::optional<Motion> motion_;
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
                     const Tensor& action, std::int64_t, bool) const override {
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

  double multiply_adds(std::int64_t /*k*/) const override { return products(affine_.weight); }

 private:
  std::int64_t hidden_;
  Affine affine_;
  std::array<Norm, 4> gate_norms_;
  Norm memory_norm_;
};

}  // namespace

std::unique_ptr<Cell> make_cell(const ModelConfig& config, std::int64_t x_hat_size,
                                Parameters& parameters) {
  const ThetaUpdate update = config.traits().update;
  RNEM_CHECK(update != ThetaUpdate::kGradient, "a gradient step has no recurrent weights");
  if (update == ThetaUpdate::kLstm) {
    return std::make_unique<LstmCell>(config, x_hat_size, parameters);
  }
  return std::make_unique<RecurrentCell>(config, x_hat_size, parameters);
}

}  // namespace rnem::model
