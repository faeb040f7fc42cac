// The windows of frames that updates and validations work on.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rnem/dataset/batches.h"
#include "rnem/model/em_loop.h"
#include "rnem/runtime/ranks.h"
#include "rnem/training/schedule.h"
#include "rnem/training/train_config.h"

namespace rnem::training {

struct Window {
  model::Clip clip;      // frames [T+1,B,H,W]
  torch::Tensor groups;  // [T+1,B,D] uint8; undefined when objects are not known

  std::int64_t batch() const { return clip.frames.size(1); }
  Window part(std::int64_t first, std::int64_t count) const;  // of its sequences
};

// A number of EM steps, and the key that asks for so many.
struct AskedSteps {
  std::string key;
  std::int64_t steps = 0;
};

// Opens a source, unless it is given, and holds it against the model: InputError names the keys,
// the source and what was expected of its frame size, actions and length.
std::shared_ptr<const dataset::Source> open_checked_source(
    const std::string& name, const std::string& key, const TrainConfig& config,
    const AskedSteps& asked, std::shared_ptr<const dataset::Source> given = nullptr);

// The window of every update, by its index: sequence n of the run has the random stream n.
class TrainingData {
 public:
  // given: in place of data.train; `part`: of every window's sequences, all when its count is 0
  explicit TrainingData(const TrainConfig& config,
                        std::shared_ptr<const dataset::Source> given = nullptr,
                        runtime::RankShare part = {});

  Window at(std::int64_t update);  // fastest in order

  std::int64_t epoch_sequences() const { return epoch_sequences_; }
  std::int64_t epoch_updates() const;  // rounded up
  std::string description() const { return source_->description(); }

 private:
  TrainConfig config_;
  StepSchedule windows_;
  std::shared_ptr<const dataset::Source> source_;
  runtime::RankShare part_;
  std::int64_t epoch_sequences_;
  std::unique_ptr<dataset::Batches> batches_;
  std::int64_t next_ = 0, steps_ = 0;  // what batches_ gives
};

// The first valid_sequences of the validation split.
class ValidationData {
 public:
  explicit ValidationData(const TrainConfig& config,
                          std::shared_ptr<const dataset::Source> given = nullptr);

  std::int64_t batches() const { return plan_->batches(); }
  Window batch(std::int64_t index) const;

 private:
  TrainConfig config_;
  std::shared_ptr<const dataset::Source> source_;
  std::shared_ptr<const dataset::Plan> plan_;
};

}  // namespace rnem::training
