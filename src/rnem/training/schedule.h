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

// A number of EM steps that changes in the course of a run.
class StepSchedule {
 public:
  // From update `first` on: `steps`.
  struct Stage {
    std::int64_t first = 0, steps = 0;
  };

  // Entries "update:steps" in growing order from update 0, steps >= least; none: `otherwise` all
  // along. InputError names the key.
  StepSchedule(const std::vector<std::string>& entries, std::int64_t otherwise, std::int64_t least,
               const std::string& key);

  std::int64_t steps(std::int64_t update) const;
  const std::vector<Stage>& stages() const { return stages_; }

 private:
  std::vector<Stage> stages_;
};

StepSchedule window_schedule(const TrainConfig& config, const std::string& source);
StepSchedule simulation_schedule(const TrainConfig& config, const std::string& source);

// How many steps at the end of this update's window run on the model's own predictions: drawn from
// 0 .. the schedule's number, so that all lengths are practised.
std::int64_t simulated_steps(const TrainConfig& config, std::int64_t update);

// Weight of every step's loss, summing to 1: "all", "last" or a list of step numbers from 1, of
// which those beyond the window do not count. InputError when none is left.
std::vector<double> loss_weights(const std::string& loss_steps, std::int64_t steps,
                                 const std::string& source);

}  // namespace rnem::training
