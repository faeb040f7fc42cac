// What a model is made of: its networks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/core/options.h"
#include "rnem/model/kinds.h"
#include "rnem/model/place.h"
#include "rnem/ops/layer_spec.h"

namespace rnem::model {

struct ModelConfig {
  std::string kind = "r-nem";  // of model_kinds()
  std::int64_t height = 64, width = 64;
  // Of Gaussian pixels (loss.pixels), 1: grey, 3: red, green and blue. The decoder then draws these
  // and, after them, a mask: how much of a pixel the component covers. 0: pixels are zeros and
  // ones, and psi is both.
  std::int64_t channels = 0;
  // Whose colours components of Gaussian pixels have.
  // drawn: the decoder's, pixel by pixel, before the mask
  // owned: the frame's, one for each component (palette.h). The decoder draws the mask alone, and
  //   the encoder sees residual and evidence in its units, one channel each: networks for zeros
  //   and ones can be taken over (training.init).
  std::string colour = "drawn";
  // 64×64 networks of the paper
  std::vector<std::string> encoder = {"conv 4x4/2 16 elu", "conv 4x4/2 32 elu", "conv 4x4/2 64 elu",
                                      "fc 512 elu"};
  // The encoder's channels, the first one, two or three of
  // residual: gamma_k (x - psi_k), as in the paper.
  // psi: psi_k. The residual alone is nearly only noise when a prediction is good; where it lies on
  // the object's edge, and so which way the object has to move, cannot be seen without psi.
  // evidence: psi_k (x - psi_k). A dark pixel where a component expects its object is better
  // explained by any other component, so gamma takes it away and the residual there is almost 0, as
  // if the pixel had been bright: what is missing cannot be seen.
  // With channels, residual and evidence have as many, and psi is the mask, one.
  std::vector<std::string> encoder_input = {"residual"};
  std::vector<std::string> decoder = {"fc 512 relu", "fc 8x8x64 relu", "up 4x4 32 relu",
                                      "up 4x4 16 relu", "up 4x4 1 sigmoid plain"};
  std::int64_t hidden = 250;              // M, size of theta
  std::int64_t interaction_hidden = 250;  // units of MLP enc, emb and eff
  std::int64_t attention_hidden = 100;    // units of MLP att
  std::int64_t actions = 0;               // width of the one-hot action, 0: nobody acts
  std::int64_t action_embedding = 10;

  // With theta = 0 at the first step the interaction's layer norms see variance 0: their gradient
  // grows with 1/sqrt(epsilon), a factor of a million at the published code's 1e-12.
  double norm_epsilon = 1e-5;
  // Where the decoder's last bias starts (0 in the paper). With 0 an untrained psi is 1/2; training
  // then darkens the background through features that are off on the objects, where psi stays
  // near 1/2 until this one number has crept up. Start it dark and objects must be drawn instead.
  double output_bias = 0.0;
  double eta = 1.0;       // N-EM: step size of the M-step (initial value when learned)
  bool learn_eta = true;  // N-EM

  // Components carry a position and a velocity (place.h), and the networks see and draw a square of
  // this many pixels around it. 0: no places, the networks have the whole frame, as in the paper.
  std::int64_t window = 0;
  // How often places move and turn within a step (motion.h).
  std::int64_t motion_steps = 2;
  // A learned vector stands for the encoder's output in steps that see nothing (em.simulation =
  // "blind"). Components with places need none: they are carried on.
  bool blind = false;

  bool has_places() const { return window > 0; }
  bool goes_blind() const { return blind || has_places(); }
  std::int64_t action_inputs() const { return actions > 0 ? action_embedding : 0; }
  std::int64_t place_features() const { return has_places() ? kPlaceFeatures : 0; }
  const Traits& traits() const { return traits_of(kind); }
  std::int64_t pixels() const { return height * width; }
  bool has_mask() const { return channels > 0; }
  bool draws_colour() const { return has_mask() && colour == "drawn"; }
  bool owns_colour() const { return has_mask() && colour == "owned"; }
  std::int64_t numbers() const { return pixels() * (has_mask() ? channels : 1); }  // of a frame
  std::int64_t drawn_channels() const {
    return draws_colour() ? channels + 1 : 1;
  }  // by the decoder
  // what the networks see and draw
  std::int64_t seen_height() const { return has_places() ? window : height; }
  std::int64_t seen_width() const { return has_places() ? window : width; }
  ops::FeatureShape encoder_shape() const {
    const auto parts = static_cast<std::int64_t>(encoder_input.size());
    const std::int64_t seen = draws_colour() ? channels + 1 + (parts > 2 ? channels : 0) : parts;
    return {seen_height(), seen_width(), seen};
  }
};

// Keys "model.kind", "model.encoder", ...
OptionTable options(ModelConfig& config);

// What the ranges of single keys cannot say: InputError names the key. `source` is the config file.
void check(const ModelConfig& config, const std::string& source);

}  // namespace rnem::model
