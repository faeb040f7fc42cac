// The parts of a training run; trainer.cc computes, trainer_records.cc keeps.
#pragma once

#include <chrono>
#include <optional>

#include "rnem/model/model.h"
#include "rnem/training/checkpoint.h"
#include "rnem/training/gradient_sum.h"
#include "rnem/training/outer_step.h"
#include "rnem/training/run_folder.h"
#include "rnem/training/run_log.h"
#include "rnem/training/train_progress.h"
#include "rnem/training/trainer.h"
#include "rnem/training/weights.h"
#include "rnem/training/window_data.h"
#include "rnem/training/window_loss.h"

namespace rnem::training {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Trainer::Impl {
  Impl(const TrainRequest& request, const Runtime& given_runtime, Observer& given_observer,
       TrainHooks given_hooks);

  RunSummary run();
  void update();
  void apply(const WindowLoss& loss, double norm, double rate);
  // training.sync_every: an update of this rank's own, and the common step that ends a round
  void local_update(const WindowLoss& own, std::int64_t steps, double rate);
  void end_round(std::int64_t steps, double rate);
  bool local() const { return config.sync_every > 1; }
  bool within_round() const;  // ranks have different weights
  void settle();              // moments and means that differ between ranks become their mean
  [[noreturn]] void give_up();
  void validate();  // unless the user interrupts it
  void save();
  void load(const Checkpoint& checkpoint);
  void go_back();
  void write_train_line(std::int64_t steps, double ari, double rate);
  void save_model(const std::string& name) const;
  NamedTensors tensors() const;  // all that a checkpoint has, by name
  void share_state();            // rank 0's becomes everyone's
  WindowLoss agreed(const WindowLoss& own);
  bool minutes_since_save() const;

  bool validation_due() const;
  bool checkpoint_due() const;
  std::string stop_reason() const;
  bool asked_to_stop() { return ranks->alone() ? observer.should_stop() : agreed_stop; }
  bool out_of_time() const {
    return config.max_minutes > 0 && seconds() >= 60 * config.max_minutes;
  }
  double seconds() const { return state.seconds + seconds_since(session); }
  double epoch() const;

  TrainConfig config;
  const Runtime& runtime;
  Observer& observer;
  TrainHooks hooks;
  std::shared_ptr<runtime::Ranks> ranks;
  runtime::RankShare share;  // of every batch
  TrainingData data;
  ValidationData validation_data;
  std::optional<RunFolder> folder;    // rank 0's, as log and progress
  std::optional<Checkpoint> resumed;  // until it is loaded
  std::unique_ptr<model::Model> model;
  Optimizer optimizer;
  WeightAverage mean;
  GradientSum gradients;
  OuterStep outer;
  RunState state;
  LossSums round;                  // of local updates since the last common step
  double round_ari = 0;            // of the last of them
  std::int64_t round_skipped = 0;  // of them, not finite
  // what rank 0 has told all, with others there: to stop, that time is up, to save
  bool agreed_stop = false, agreed_time = false, agreed_save = false;
  std::unique_ptr<RunLog> log;
  std::unique_ptr<TrainProgress> progress;
  Clock::time_point session = Clock::now();  // state.seconds is up to here
  Clock::time_point last_save = session, last_line = session;
  std::int64_t saved_update = -1, lines_update = 0;  // of last_save and last_line
};

}  // namespace rnem::training
