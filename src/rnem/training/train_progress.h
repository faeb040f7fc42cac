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

// Counts updates when their number is limited, seconds when only the time is, else the updates of
// one epoch after the other.
class TrainProgress {
 public:
  TrainProgress(const TrainConfig& config, std::int64_t epoch_updates, std::int64_t update);

  void update(const RunState& state, double seconds);
  void describe(const TrainLine& line);  // losses and speed, shown until the next
  void say(std::string_view text);       // a line of its own, above
  void note_validation(const Validation& result, std::int64_t update, bool better);
  void finish();

 private:
  void begin_epoch(std::int64_t update);

  enum class Count { kUpdates, kSeconds, kEpochs };

  double max_seconds_;
  std::int64_t epoch_updates_, total_ = 0;
  Count count_ = Count::kUpdates;
  std::string losses_;
  std::unique_ptr<Progress> progress_;
};

}  // namespace rnem::training
