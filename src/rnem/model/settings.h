// All that a model file says about a model: what it is made of, how EM runs with it, what it was
// trained to do.
#pragma once

#include <string>

#include "rnem/core/options.h"
#include "rnem/model/em_config.h"
#include "rnem/model/model_config.h"
#include "rnem/ops/loss_config.h"

namespace rnem::model {

struct Settings {
  ModelConfig model;
  EmConfig em;
  ops::LossConfig loss;
};

// The tables [model], [em] and [loss].
OptionTable options(Settings& settings);

// Each of them, and whether they go together: InputError names the key.
void check(const Settings& settings, const std::string& source);

std::string to_toml(const Settings& settings);

}  // namespace rnem::model
