#include "rnem/experiments/scale.h"

#include "rnem/core/error.h"
#include "rnem/core/nearest.h"

namespace rnem::experiments {

const std::vector<Scale>& scales() {
  static const std::vector<Scale> kScales = {
      {.name = "smoke",
       .about = "a minute: tiny networks and a handful of updates",
       .meaningful = false,
       .tiny = true,
       .video = {.sequences = 16, .batch = 4, .steps = 4},
       .shapes = {.sequences = 16, .batch = 4, .steps = 4},
       .longest_window = 6,
       .valid_every = 2,
       .valid_sequences = 2,
       .valid_steps = 6,
       .test_sequences = 4,
       .evaluated_steps = 8,
       .observed_steps = 3,
       .simulated_steps = 10,
       .hidden_steps = 12,
       .seeds = 1},
      {.name = "small",
       .about = "the paper's networks, 2000 updates of 16 windows of 12 steps a training: about a "
                "day of 2 cores",
       .video = {.sequences = 32000, .batch = 16, .steps = 12},
       .shapes = {.sequences = 64000, .batch = 32, .steps = 20}},
      {.name = "paper",
       .about = "the paper's settings in everything: batch 64, 30 steps, until 10 epochs of 50 000 "
                "sequences bring no better loss",
       .test_sequences = 10000},
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
      {"seeds", &s.seeds, "times every method is trained; 0: as often as its row says", 0, 1000},
      {"training.sequences", &s.video.sequences,
       "sequences a training sees; 0: all settings as published", 0, kMost},
      {"training.batch", &s.video.batch, "sequences an update", 1, 65536},
      {"training.steps", &s.video.steps, "most EM steps of a window as published", 1, 1000},
      {"training.longest_window", &s.longest_window, "most EM steps of a window of our recipe", 2,
       1000},
      {"training.valid_every", &s.valid_every, "updates between validations", 1, kMost},
      {"training.valid_sequences", &s.valid_sequences, "sequences a validation", 1, kMost},
      {"training.valid_steps", &s.valid_steps, "most EM steps of a validation", 1, 1000},
      {"shapes.sequences", &s.shapes.sequences, "the same for shapes: sequences a training sees", 0,
       kMost},
      {"shapes.batch", &s.shapes.batch, "sequences an update", 1, 65536},
      {"shapes.steps", &s.shapes.steps, "most EM steps of a window", 1, 1000},
      {"test.seed", &s.test_seed, "seed of test sequences and of their noise", 0, kMost},
      {"test.sequences", &s.test_sequences, "test sequences", 1, kMost},
      {"test.steps", &s.evaluated_steps, "most EM steps on test sequences", 1, 1000},
      {"test.observe", &s.observed_steps, "steps of a simulation that see the world", 1, 1000},
      {"test.simulate", &s.simulated_steps, "steps of a simulation after those", 1, 1000},
      {"test.hidden_steps", &s.hidden_steps, "EM steps for what happens behind the curtain", 1,
       1000},
  };
}

}  // namespace rnem::experiments
