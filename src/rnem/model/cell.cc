#include "rnem/model/cell.h"

#include <array>
#include <optional>
#include <vector>

#include "rnem/core/error.h"
#include "rnem/model/multiply_adds.h"
#include "rnem/model/placed_cell.h"

namespace rnem::model {
namespace {

Tensor join(std::vector<Tensor> parts, const Tensor& action) {
  if (action.defined()) parts.push_back(action);
  return torch::cat(parts, 1);
}

// theta = sigmoid(W [Upsilon(theta); x_hat; action] + b). The state is kept without layer norm;
// only what the decoder sees is normalised.
class RecurrentCell final : public Cell {
 public:
  RecurrentCell(const ModelConfig& config, std::int64_t x_hat_size, Parameters& parameters) {
    const std::int64_t acting = config.action_inputs();
    std::int64_t upsilon = config.hidden;
    if (config.traits().interaction) {
      interaction_.emplace(config, config.hidden + acting, parameters);
      upsilon = interaction_->output_size();
    }
    affine_ = parameters.affine("cell", {config.hidden, upsilon + x_hat_size + acting});
    norm_ = parameters.norm("cell", config.hidden, config.norm_epsilon);
  }

  CellOutput forward(const Ops& ops, const CellState& state, const Tensor& x_hat,
                     const Tensor& action, std::int64_t k) const override {
    CellOutput out;
    std::vector<Tensor> input;
    if (interaction_) {
      const Effects effects = interaction_->forward(ops, join({state.theta}, action), {}, {}, k);
      out.alpha = effects.alpha;
      input = {effects.theta_hat, effects.effect};
    } else {
      input = {state.theta};
    }
    input.push_back(x_hat);
    const Tensor a = ops.dense(join(std::move(input), action), affine_, {}, Activation::kIdentity);
    out.state.theta = ops.norm_activation(a, {}, Activation::kSigmoid);
    out.decoder_input = ops.norm_activation(a, norm_, Activation::kSigmoid);
    return out;
  }

  double multiply_adds(std::int64_t k) const override {
    return products(affine_.weight) + (interaction_ ? interaction_->multiply_adds(k) : 0.0);
  }

 private:
  std::optional<Interaction> interaction_;
  Affine affine_;
  Norm norm_;
};

// Layer-normalised LSTM:
//   i, j, f, o = each LN(W [x_hat; h])
//   c = LN(c sigmoid(f + 1) + sigmoid(i) tanh(j)),  h = tanh(c) sigmoid(o)
class LstmCell final : public Cell {
 public:
  LstmCell(const ModelConfig& config, std::int64_t x_hat_size, Parameters& parameters)
      : hidden_(config.hidden) {
    const std::int64_t input = x_hat_size + config.hidden + config.action_inputs();
    affine_ = parameters.affine("cell", {4 * hidden_, input}, /*bias=*/false);
    static constexpr std::array<const char*, 4> kGates = {"i", "j", "f", "o"};
    for (std::size_t gate = 0; gate < kGates.size(); ++gate) {
      gate_norms_[gate] =
          parameters.norm(std::string("cell.") + kGates[gate], hidden_, config.norm_epsilon);
    }
    memory_norm_ = parameters.norm("cell.c", hidden_, config.norm_epsilon);
  }

  CellOutput forward(const Ops& ops, const CellState& state, const Tensor& x_hat,
                     const Tensor& action, std::int64_t /*k*/) const override {
    const Tensor gates =
        ops.dense(join({x_hat, state.theta}, action), affine_, {}, Activation::kIdentity);
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
    return {{h, c, {}}, h, {}};
  }

  double multiply_adds(std::int64_t /*k*/) const override { return products(affine_.weight); }

 private:
  std::int64_t hidden_;
  Affine affine_;
  std::array<Norm, 4> gate_norms_;
  Norm memory_norm_;
};

}  // namespace

std::vector<CellState> Cell::carry(const Ops&, const CellState&, const Tensor&, std::int64_t,
                                   std::int64_t) const {
  RNEM_CHECK(false, "components with places");
  return {};
}

std::unique_ptr<Cell> make_cell(const ModelConfig& config, std::int64_t x_hat_size,
                                Parameters& parameters) {
  const ThetaUpdate update = config.traits().update;
  RNEM_CHECK(update != ThetaUpdate::kGradient, "a gradient step has no recurrent weights");
  if (update == ThetaUpdate::kLstm) {
    return std::make_unique<LstmCell>(config, x_hat_size, parameters);
  }
  if (config.has_places()) return std::make_unique<PlacedCell>(config, x_hat_size, parameters);
  return std::make_unique<RecurrentCell>(config, x_hat_size, parameters);
}

}  // namespace rnem::model
