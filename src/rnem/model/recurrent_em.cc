#include "rnem/model/recurrent_em.h"

#include "rnem/core/error.h"

namespace rnem::model {

RecurrentEm::RecurrentEm(const Settings& settings, std::uint64_t seed) : Model(settings, seed) {
  const ModelConfig& config = settings.model;
  const FeatureShape frame = config.encoder_shape();
  encoder_ =
      std::make_unique<Network>("encoder", parse_layers(config.encoder, frame, "model.encoder"),
                                frame, config.norm_epsilon, parameters_);
  if (config.actions > 0) {
    action_ = parameters_.affine("action", {config.action_embedding, config.actions});
    action_norm_ = parameters_.norm("action", config.action_embedding, config.norm_epsilon);
  }
  cell_ = make_cell(config, encoder_->output_size(), parameters_);
  const FeatureShape hidden{0, 0, config.hidden};
  decoder_ =
      std::make_unique<Network>("decoder", parse_layers(config.decoder, hidden, "model.decoder"),
                                hidden, config.norm_epsilon, parameters_);
  if (config.output_bias != 0.0) {
    const torch::NoGradGuard no_grad;
    decoder_->last_bias().fill_(config.output_bias);
  }
}

MStep RecurrentEm::m_step(const Ops& ops, const State& state, const Tensor& x,
                          const Tensor& action) const {
  const std::int64_t batch = state.psi.size(0), k = state.psi.size(1), pixels = state.psi.size(2);
  RNEM_CHECK(action.defined() == (config().actions > 0), "actions as the config says");
  Tensor seen = ops.masked_residual(state.gamma, x, state.psi);
  if (const std::size_t channels = config().encoder_input.size(); channels > 1) {
    std::vector<Tensor> parts = {seen, state.psi};
    if (channels > 2) parts.push_back(state.psi * (x.unsqueeze(1) - state.psi));
    seen = torch::stack(parts, -1);
  }
  const Tensor x_hat = encoder_->forward(ops, seen.reshape({batch * k, -1}));

  // every component of a sequence gets that sequence's action
  Tensor embedded;
  if (action.defined()) {
    embedded = ops.dense(action, action_, action_norm_, Activation::kRelu).repeat_interleave(k, 0);
  }

  CellOutput cell = cell_->forward(ops, state.cell, x_hat, embedded, k);
  const Tensor psi = decoder_->forward(ops, cell.decoder_input).reshape({batch, k, pixels});
  return {std::move(cell.state), psi, cell.alpha};
}

}  // namespace rnem::model
