#include "rnem/experiments/scale.h"

#include "rnem/core/error.h"
#include "rnem/core/nearest.h"
#include "rnem/training/train_config.h"

namespace rnem::experiments {
namespace {

// The paper's networks, started where `rnem train` starts them: from 1/2 everywhere the first
// hundred updates go into darkening the background, and a short budget has no time for that.
model::ModelConfig quick_start() {
  model::ModelConfig config;
  config.output_bias = training::load_config("", {}).model.output_bias;
  return config;
}

// 64×64 frames through networks a thousandth of the paper's work
model::ModelConfig tiny_networks() {
  model::ModelConfig config = quick_start();
  config.encoder = {"conv 4x4/2 4 elu", "conv 4x4/2 8 elu", "conv 4x4/2 8 elu", "fc 32 elu"};
  config.decoder = {"fc 32 relu", "fc 8x8x8 relu", "up 4x4 8 relu", "up 4x4 4 relu",
                    "up 4x4 1 sigmoid plain"};
  config.hidden = config.interaction_hidden = 24;
  config.attention_hidden = 12;
  return config;
}

}  // namespace

const std::vector<Scale>& scales() {
  static const std::vector<Scale> kScales = {
      {.name = "smoke",
       .about = "a minute or two: tiny networks and a handful of updates",
       .meaningful = false,
       .train_sequences = 64,
       .valid_sequences = 8,
       .test_sequences = 8,
       .batch = 8,
       .steps = 8,
       .max_updates = 40,
       .valid_every = 20,
       .validated_sequences = 8,
       .validated_steps = 10,
       .evaluated_steps = 16,
       .networks = tiny_networks()},
      // 9 methods of 18 minutes, the rest of 3 hours for evaluation
      {.name = "small",
       .about = "about 3 hours on 2 cores: the paper's networks, 18 minutes of training a method",
       .test_sequences = 400,
       .max_minutes = 18,
       .valid_every = 250,
       .networks = quick_start()},
      {.name = "paper",
       .about = "the paper's sizes: 50 000 sequences, batch 64, 30 steps, early stopping",
       .train_sequences = 50000,
       .valid_sequences = 10000,
       .test_sequences = 10000,
       .batch = 64,
       .steps = 30,
       .random_offset = false,
       .patience = 10,
       .validated_sequences = 10000,
       .validated_steps = 30},
  };
  return kScales;
}

Scale find_scale(const std::string& name) {
  std::vector<std::string> known;
  for (const Scale& scale : scales()) {
    if (scale.name == name) return scale;
    known.push_back(scale.name);
  }
  fail_input("--scale {}: no such scale{}", name, suggestion(name, known));
}

OptionTable options(Scale& s) {
  constexpr double kMost = 1e9;
  return {
      {"seed", &s.seed, "seed of data, weights and noise", 0, kMost},
      {"data.train", &s.train_sequences, "training sequences; 0: fresh ones", 0, kMost},
      {"data.valid", &s.valid_sequences, "validation sequences", 0, kMost},
      {"data.test", &s.test_sequences, "test sequences", 1, kMost},
      {"training.batch", &s.batch, "sequences an update", 1, 65536},
      {"training.steps", &s.steps, "EM steps of a window", 1, 50},
      {"training.random_offset", &s.random_offset, "start windows anywhere in the sequence"},
      {"training.max_updates", &s.max_updates, "updates a method; 0: no limit", 0, kMost},
      {"training.max_minutes", &s.max_minutes, "minutes a method; 0: no limit", 0, kMost},
      {"training.patience", &s.patience, "validations without a better loss; 0: no limit", 0,
       kMost},
      {"training.valid_every", &s.valid_every, "updates; 0: once an epoch", 0, kMost},
      {"training.valid_sequences", &s.validated_sequences, "sequences a validation", 1, kMost},
      {"training.valid_steps", &s.validated_steps, "EM steps of a validation", 1, 50},
      {"evaluation.steps", &s.evaluated_steps, "EM steps on test sequences", 1, 50},
      {"simulation.observe", &s.observed_steps, "steps that see the world", 1, 50},
      {"simulation.steps", &s.simulated_steps, "steps after those", 1, 50},
  };
}

}  // namespace rnem::experiments
