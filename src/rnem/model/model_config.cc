#include "rnem/model/model_config.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "rnem/core/error.h"
#include "rnem/ops/layer_spec.h"
#include "rnem/ops/ops.h"

namespace rnem::model {
namespace {

const std::vector<std::string>& encoder_channels() {
  static const std::vector<std::string> kChannels = {"residual", "psi", "evidence"};
  return kChannels;
}

// Each channel makes up for what those before it do not show; weights of a model with fewer start
// one with more, so the order is part of the meaning.
void check_encoder_input(const std::vector<std::string>& input, const std::string& source) {
  const auto& known = encoder_channels();
  if (!input.empty() && input.size() <= known.size() &&
      std::equal(input.begin(), input.end(), known.begin())) {
    return;
  }
  fail_input(
      "{}: model.encoder_input: expected a list that starts with residual: [\"residual\"], "
      "[\"residual\", \"psi\"] or [\"residual\", \"psi\", \"evidence\"], got {}",
      source, input);
}

void check_channels(const ModelConfig& c, const std::string& source) {
  if (c.channels == 2) fail_input("{}: model.channels: expected 0, 1 or 3, got 2", source);
  if (c.draws_colour() && c.encoder_input.size() < 2) {
    fail_input("{}: model.encoder_input: expected psi beside the residual of pixels with channels",
               source);
  }
  if (c.traits().update == ThetaUpdate::kGradient) {
    fail_input("{}: model.channels: expected 0, a {} is for zeros and ones", source, c.kind);
  }
  if (c.has_places()) {
    fail_input("{}: model.window: expected 0, places are for zeros and ones (model.channels = 0)",
               source);
  }
}

}  // namespace

OptionTable options(ModelConfig& c) {
  return {
      one_of("model.kind", &c.kind, "which model", model_kinds()),
      {"model.height", &c.height, "frame height in pixels", 1, 1024},
      {"model.width", &c.width, "frame width in pixels", 1, 1024},
      {"model.channels", &c.channels,
       "numbers of a gaussian pixel: 1 for grey, 3 for colour; 0 for zeros and ones", 0, 3},
      one_of("model.colour", &c.colour,
             "whose colours gaussian pixels have: drawn by the decoder, or the mean of the pixels "
             "that a component owned",
             {"drawn", "owned"}),
      {"model.encoder", &c.encoder, "encoder layers, from the masked residual to the cell"},
      Option{"model.encoder_input", &c.encoder_input,
             "what the encoder sees, one channel each: [\"residual\"] is the paper's",
             -Option::kNone, Option::kNone, encoder_channels()}
          .formerly_joined_by('+'),
      {"model.decoder", &c.decoder, "decoder layers, from the cell to the pixel means psi"},
      {"model.hidden", &c.hidden, "size M of the hidden state theta", 1, 65536},
      {"model.interaction_hidden", &c.interaction_hidden, "units of MLP enc, emb and eff", 1,
       65536},
      {"model.attention_hidden", &c.attention_hidden, "units of MLP att", 1, 65536},
      {"model.actions", &c.actions, "number of actions of the agent, 0 for none", 0, 1024},
      {"model.action_embedding", &c.action_embedding, "units of the action embedding", 1, 1024},
      {"model.norm_epsilon", &c.norm_epsilon, "layer-norm epsilon", 1e-12, 1},
      {"model.output_bias", &c.output_bias, "initial value of the decoder's last bias", -20, 20},
      {"model.window", &c.window,
       "side of the square that components see and draw around their place; 0: the frame, no "
       "places",
       0, 1024},
      {"model.motion_steps", &c.motion_steps, "how often places move and turn within a step", 1,
       16},
      {"model.blind", &c.blind, "learn what to go on with when nothing is seen"},
      {"model.eta", &c.eta, "N-EM: step size of the M-step", 1e-6, 1000},
      {"model.learn_eta", &c.learn_eta, "N-EM: learn the step size"},
  };
}

void check(const ModelConfig& c, const std::string& source) {
  check_encoder_input(c.encoder_input, source);
  if (c.has_mask()) check_channels(c, source);
  const Traits& traits = c.traits();
  if (c.actions > 0 && !traits.actions) {
    fail_input("{}: model.actions: {} takes no actions, expected 0", source, c.kind);
  }
  if (c.decoder.empty()) fail_input("{}: model.decoder: expected at least one layer", source);
  parse_layers(c.encoder, c.encoder_shape(), source + ": model.encoder");
  const auto decoder =
      parse_layers(c.decoder, ops::FeatureShape{0, 0, c.hidden}, source + ": model.decoder");
  const ops::LayerSpec& last = decoder.back();
  const std::int64_t height = c.seen_height(), width = c.seen_width();
  if (last.output.size() != height * width * c.drawn_channels() ||
      (last.output.is_map() && (last.output.height != height || last.output.width != width))) {
    fail_input("{}: model.decoder: expected a last layer of {}x{}x{}, got {}x{}x{}", source, height,
               width, c.drawn_channels(), last.output.height, last.output.width,
               last.output.channels);
  }
  if (c.has_places() && !traits.places) {
    fail_input("{}: model.window: expected 0, a {} has no places", source, c.kind);
  }
  if (c.has_places() && c.blind) {
    fail_input("{}: model.blind: expected false: components with places go on as they are", source);
  }
  if (c.output_bias != 0.0 && !last.bias) {
    fail_input("{}: model.output_bias: expected 0, the decoder's last layer has no bias", source);
  }
  if (last.activation != ops::Activation::kSigmoid) {
    fail_input("{}: model.decoder: expected a sigmoid at the end: psi are probabilities", source);
  }
}

}  // namespace rnem::model
