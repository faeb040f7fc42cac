// One training run in one folder: updates, validations, checkpoints, until a limit is reached.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rnem/observer.h"
#include "rnem/runtime.h"
#include "rnem/source.h"

namespace rnem {

struct TrainOptions {
  std::string config = {};            // TOML file; empty: the recipe for four balls
  std::vector<std::string> set = {};  // "key=value" on top of it, as docs/training.md names them
  std::string out;                    // the run's folder
  bool resume = false;                // go on with the run in that folder
  // Where sequences come from in place of data.train: a world of one's own, say. A resumed run must
  // be given the same.
  std::shared_ptr<const Source> source = nullptr;
};

struct TrainResult {
  std::int64_t updates = 0;
  double seconds = 0;
  std::string reason;  // why it ended: "10000 updates are done"
  double best_loss = 0;
  std::int64_t best_update = -1;  // -1: there was no validation
  std::string best_model;         // file; empty without a validation
  std::string last_model;
};

class Trainer {
 public:
  // Looks at everything that can be wrong before the folder is made: InputError names the key. Both
  // the runtime and the observer must outlive the trainer; training.threads, device, kernels and
  // precision are the runtime's affair here (train_runtime() has what the config asks for).
  Trainer(const TrainOptions& options, const Runtime& runtime, Observer& observer);
  ~Trainer();
  Trainer(Trainer&&) noexcept;
  Trainer& operator=(Trainer&&) noexcept;

  // Interrupted after saving when the observer asks to stop; Error when training diverges for good.
  TrainResult run();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Threads, device, kernels and precision as the config and what is set on top of it say.
Runtime::Settings train_runtime(const TrainOptions& options);

}  // namespace rnem
