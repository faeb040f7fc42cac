#include "rnem/model/recurrent_em.h"

#include "rnem/core/error.h"
#include "rnem/model/multiply_adds.h"

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
  std::vector<LayerSpec> decoder = parse_layers(config.decoder, hidden, "model.decoder");
  // draw() moves logits and takes their sigmoid afterwards
  if (config.has_places()) decoder.back().activation = Activation::kIdentity;
  decoder_ =
      std::make_unique<Network>("decoder", decoder, hidden, config.norm_epsilon, parameters_);
  if (config.blind) blind_ = parameters_.constant("blind", {encoder_->output_size()}, 0.0);
  if (config.output_bias != 0.0) {
    const torch::NoGradGuard no_grad;
    // with a mask it is the mask that starts dark, not the colours
    const Tensor bias = decoder_->last_bias();
    (config.draws_colour() ? bias.reshape({-1, config.drawn_channels()}).select(1, config.channels)
                           : bias)
        .fill_(config.output_bias);
  }
}

Tensor RecurrentEm::encode(const Ops& ops, const State& state, const Tensor& x) const {
  const std::int64_t rows = state.cell.theta.size(0);
  if (!x.defined()) {
    if (settings_.model.has_places()) return {};
    RNEM_CHECK(blind_.defined(), "a model that learnt to go on blind");
    return blind_.expand({rows, -1});
  }
  const ModelConfig& config = settings_.model;
  const auto count = static_cast<std::int64_t>(config.encoder_input.size());
  if (config.has_places()) {
    const Tensor seen = ops.look(state.gamma, x, state.psi, state.cell.place.p,
                                 {{config.height, config.width}, config.window, count});
    return encoder_->forward(ops, seen.reshape({rows, -1}));
  }
  if (config.draws_colour()) {
    return encoder_->forward(
        ops, ops.sight(state.gamma, x, state.psi, state.mask, /*evidence=*/count > 2));
  }
  std::vector<Tensor> channels;
  if (config.owns_colour()) {
    const Tensor off = off_mask(state.palette, x, state.mask, state.behind);
    channels = {state.gamma.detach() * off, state.mask};
    if (count > 2) channels.push_back(state.mask * off);
  } else {
    const Tensor& psi = state.psi;
    channels = {ops.masked_residual(state.gamma, x, psi), psi};
    if (count > 2) channels.push_back(psi * (x.unsqueeze(1) - psi));
  }
  channels.resize(static_cast<std::size_t>(count));
  const Tensor seen = count == 1 ? channels[0] : torch::stack(channels, -1);
  return encoder_->forward(ops, seen.reshape({rows, -1}));
}

double RecurrentEm::multiply_adds(std::int64_t k) const {
  // the action is embedded once for all components
  return encoder_->multiply_adds() + cell_->multiply_adds(k) + decoder_->multiply_adds() +
         products(action_.weight) / static_cast<double>(k);
}

MStep RecurrentEm::m_step(const Ops& ops, const State& state, const Tensor& x,
                          const Tensor& action) const {
  const ModelConfig& config = settings_.model;
  const std::int64_t batch = state.psi.size(0), k = state.psi.size(1);
  RNEM_CHECK(action.defined() == (config.actions > 0), "actions as the config says");
  const Tensor x_hat = encode(ops, state, x);

  // every component of a sequence gets that sequence's action
  Tensor embedded;
  if (action.defined()) {
    embedded = ops.dense(action, action_, action_norm_, Activation::kRelu).repeat_interleave(k, 0);
  }

  CellOutput cell = cell_->forward(ops, state.cell, x_hat, embedded, k);
  Tensor psi = decoder_->forward(ops, cell.decoder_input);
  if (config.has_places()) {
    psi = ops.draw(psi.reshape({batch * k, config.window, config.window}), cell.state.place.p,
                   {config.height, config.width});
  }
  if (config.owns_colour()) {
    const Tensor mask = psi.reshape({batch, k, -1});
    return {std::move(cell.state), painted(state.palette, mask, state.behind), cell.alpha, mask};
  }
  if (config.has_mask()) {
    const ops::Shown shown = ops.show(psi, state.behind.picture, config.channels);
    return {std::move(cell.state), shown.psi.reshape({batch, k, -1}), cell.alpha,
            shown.mask.reshape({batch, k, -1})};
  }
  return {std::move(cell.state), psi.reshape({batch, k, -1}), cell.alpha};
}

std::vector<CellState> RecurrentEm::carry(const Ops& ops, const CellState& cell, std::int64_t k,
                                          std::int64_t steps) const {
  RNEM_CHECK(settings_.model.actions == 0, "a step that nobody acts in");
  return cell_->carry(ops, cell, {}, k, steps);
}

}  // namespace rnem::model
