// One training of one method in one set-up with one seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/experiments/method.h"
#include "rnem/experiments/scale.h"
#include "rnem/training/train_config.h"

namespace rnem::experiments {

enum class Setup {
  kPublished,  // configs/paper/ in all but the number of sequences, the batch and the window
  kOurs,       // the recipe, its schedules fitted to the number of updates
};

const char* setup_name(Setup setup);  // "published", "ours"

struct Trial {
  Setup setup = Setup::kPublished;
  const Method* method = nullptr;
  std::int64_t seed = 1;

  std::string name() const;   // "published-balls4-rnem-k5-seed1"
  std::string title() const;  // "R-NEM K=5 as published, seed 1"

  // relative to the folder of a reproduction
  std::string config_file() const { return "configs/" + name() + ".toml"; }
  std::string run_folder() const { return "runs/" + name(); }
  std::string model_file() const { return run_folder() + "/best.safetensors"; }
};

// Every set-up that is asked for, published before ours; in each the first seeds of all methods
// before the second ones. `seeds` > 0 replaces the methods' own numbers.
std::vector<Trial> trials(const std::vector<Setup>& setups, std::int64_t seeds);

// The trial whose model a training starts from; its method is null when there is none. Our recipe
// for the curtain goes on from our model of four balls.
Trial starts_from(const Trial& trial);

// What the paper trained with.
training::TrainConfig paper_settings(const Method& method);

// The settings of a trial's training at a scale, with files relative to the reproduction's folder.
training::TrainConfig train_config(const Trial& trial, const Scale& scale);

// Whether two trainings give the same model: all keys but those that change only how a run is
// worked off (threads, checkpoints, ...).
bool same_training(const training::TrainConfig& a, const training::TrainConfig& b);

}  // namespace rnem::experiments
