// The line on stderr while a run trains.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "rnem/core/progress.h"
#include "rnem/training/run_log.h"
#include "rnem/training/train_config.h"
#include "rnem/training/validation.h"

namespace rnem::training {

// Counts updates when their number is limited, seconds when only the time is.
class TrainProgress {
 public:
  TrainProgress(const TrainConfig& config, std::int64_t epoch_updates, std::int64_t update);

  void update(const RunState& state, double seconds);
  void describe(const TrainLine& line);  // losses and speed, shown until the next
  void say(std::string_view text);       // a line of its own, above
  void note_validation(const Validation& result, std::int64_t update, bool better);
  void finish();

 private:
  double max_seconds_;
  bool by_time_;
  std::string losses_;
  std::unique_ptr<Progress> progress_;
};

}  // namespace rnem::training
