// The training run: updates, validations, checkpoints, until a limit is reached.
//
// All that is random is a function of (seed, update), and a checkpoint holds the rest; so a run
// that was stopped at any moment, by any means, and resumed gives the bits of one that never
// stopped (on the same machine with the same number of threads and of ranks).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/observer.h"
#include "rnem/runtime.h"
#include "rnem/runtime/ranks.h"
#include "rnem/source.h"
#include "rnem/training/run_state.h"
#include "rnem/training/train_config.h"

namespace rnem::training {

struct TrainRequest {
  TrainConfig config;         // checked
  std::filesystem::path out;  // the run's folder, see run_folder.h
  bool resume = false;
  std::string command_line = {};  // for run.json
  // Where sequences come from in place of config.data_train; null: from there.
  std::shared_ptr<const dataset::Source> source = nullptr;
  // Those who train together, in as many processes; null: this one alone. Every rank has a part of
  // each window's sequences, and the update is that of the whole window. Rank 0 alone reads and
  // writes the folder, is asked whether to stop, and tells its observer of the run.
  std::shared_ptr<runtime::Ranks> ranks = nullptr;
};

// For tests of what happens when things go wrong.
struct TrainHooks {
  // true: the frames of this update become NaN
  std::function<bool(const RunState& state)> spoil_frames = {};
};

struct RunSummary {
  RunState state;
  std::string reason;  // why it ended: "10000 updates are done"
};

// Too many updates in a row were not finite, after too many returns to a checkpoint.
class Diverged : public Error {
 public:
  Diverged(const std::string& what, RunState state) : Error(what), state_(std::move(state)) {}
  const RunState& state() const { return state_; }

 private:
  RunState state_;
};

class Trainer {
 public:
  // The runtime computes (runtime_settings(config) is what the config asks for), the observer hears
  // of it; both must outlive the trainer.
  Trainer(const TrainRequest& request, const Runtime& runtime, Observer& observer,
          TrainHooks hooks = {});
  ~Trainer();

  // Throws Interrupted after saving when asked to stop, Diverged when training does for good.
  RunSummary run();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rnem::training
