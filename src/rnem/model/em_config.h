// How EM runs around the networks: components, noise, where it starts, its two rules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/core/options.h"

namespace rnem::model {

// From where on a pixel of psi counts as drawn.
inline constexpr double kNotDark = 0.1;  // a component is there at all (paper)
inline constexpr double kOutline = 0.5;  // brighter than not

struct EmConfig {
  std::int64_t k = 5;  // components; others may be asked for at test time
  // Probability that a pixel of the input is flipped. Gaussian pixels are dropped instead: they
  // show the background.
  double noise = 0.2;
  double noise_deviation = 0.0;  // of what is added to every channel of a gaussian pixel
  // In training, two numbers from which a sequence draws its own flip probability in place of
  // `noise`; validation and evaluation stay with `noise`. A model trained with one probability
  // expects that much noise, one trained with many simulates as well from clean frames as from
  // noisy ones. Empty: off.
  std::vector<double> noise_range;
  std::string start = "noise";  // where EM starts, see initial_gamma.h

  // Free components take up patches that nobody explains, of this half width at least, in parts of
  // the frame (births.h). 0: off, the paper's.
  double births = 0.0;

  // What is behind the components, for Gaussian pixels (background.h).
  // none: loss.prior everywhere
  // running: a picture of its own for every sequence, estimated as frames come
  std::string background = "none";

  // How gamma follows from psi and the next frame y.
  // paper: gamma_k ~ p_k(y), pixel by pixel
  std::string e_step = "paper";

  // What a model that simulates is shown in place of frames.
  // paper: the input is sum_k gamma_k psi_k, corrupted like any other; the E-step's frame is
  //   max_k psi_k > kNotDark
  // crisp: both are the frame max_k psi_k > kOutline: blur would feed on itself
  // noisy: the same, its input corrupted like any other, which is what the encoder was trained on
  // blind: no input at all, and the model is told so (model.blind)
  // With a mask, a pixel of the crisp frame is the colour of the component with the largest mask
  // where that is above kOutline (paper: kNotDark), else the background: no blend of the two.
  std::string simulation = "paper";
};

const std::vector<std::string>& simulation_rules();

// Keys "em.k", "em.noise", ...
OptionTable options(EmConfig& config);

// What the ranges of single keys cannot say: InputError names the key. `source` is the config file.
void check(const EmConfig& config, const std::string& source);

}  // namespace rnem::model
