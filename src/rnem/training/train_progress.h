// How far a training is, as its observer is told.
#pragma once

#include <memory>
#include <string>

#include "rnem/core/task.h"
#include "rnem/training/run_log.h"
#include "rnem/training/train_config.h"

namespace rnem::training {

// Counts updates when their number is limited, seconds when only the time is, else the updates of
// one epoch after the other.
class TrainProgress {
 public:
  TrainProgress(const TrainConfig& config, std::int64_t epoch_updates, std::int64_t update,
                Observer& observer);

  void update(const RunState& state, double seconds);
  void describe(const TrainLine& line);  // losses and speed, shown until the next
  void finish();

 private:
  void begin_epoch(std::int64_t update);

  enum class Count { kUpdates, kSeconds, kEpochs };

  double max_seconds_;
  std::int64_t epoch_updates_, total_ = 0;
  Count count_ = Count::kUpdates;
  std::string losses_;
  Observer& observer_;
  std::unique_ptr<Task> task_;
};

}  // namespace rnem::training
