// What changes in the course of a run: the learning rate, the length of the window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/training/train_config.h"

namespace rnem::training {

// The rate of the update with this index (from 0): rate * warm-up * schedule, where
//   warm-up   min(1, (update + 1) / warmup)
//   cosine    f + (1 - f) (1 + cos(pi s)) / 2,  s = update / schedule_updates up to 1
//   step      f^floor(update / schedule_updates)
double learning_rate(const TrainConfig& config, std::int64_t update);

// From update `first` on, windows have `steps` EM steps.
struct WindowStage {
  std::int64_t first = 0, steps = 0;
};

class WindowSchedule {
 public:
  // InputError for a curriculum that is not "update:steps" in growing order from update 0.
  WindowSchedule(const TrainConfig& config, const std::string& source);

  std::int64_t steps(std::int64_t update) const;
  const std::vector<WindowStage>& stages() const { return stages_; }

 private:
  std::vector<WindowStage> stages_;
};

// Weight of every step's loss, summing to 1: "all", "last" or a list of step numbers from 1, of
// which those beyond the window do not count. InputError when none is left.
std::vector<double> loss_weights(const std::string& loss_steps, std::int64_t steps,
                                 const std::string& source);

}  // namespace rnem::training
