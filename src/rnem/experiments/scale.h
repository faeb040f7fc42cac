// How much of the paper's effort a reproduction makes: one table of budgets.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/core/options.h"
#include "rnem/experiments/method.h"

namespace rnem::experiments {

// Of one training. Sequences, not minutes: the same on every machine.
struct Budget {
  std::int64_t sequences = 0;           // seen in training; 0: all settings as published
  std::int64_t batch = 16, steps = 12;  // sequences and most EM steps of an update

  std::int64_t updates() const { return sequences / batch; }
};

// The same for every method of a task.
struct Scale {
  std::string name;
  std::string about;       // what to expect of it, for the top of the report
  bool meaningful = true;  // false: the numbers say only that the pipeline works
  bool tiny = false;       // networks of a few channels

  Budget video;                        // 64×64 and larger
  Budget shapes;                       // 28×28
  std::int64_t longest_window = 1000;  // of our recipe's, which has several

  std::int64_t valid_every = 250;  // updates
  std::int64_t valid_sequences = 64, valid_steps = 30;

  // tests, on sequences that no training sees
  std::int64_t test_seed = 1, test_sequences = 400;
  std::int64_t evaluated_steps = 30;
  std::int64_t observed_steps = 5, simulated_steps = 10;
  std::int64_t hidden_steps = 50;  // for what happens behind the curtain

  std::int64_t seeds = 0;  // times every method is trained; 0: as often as its row says

  const Budget& budget(Task task) const { return task == Task::kShapes ? shapes : video; }
};

// smoke, small and paper.
const std::vector<Scale>& scales();
Scale find_scale(const std::string& name);  // InputError with the known names

// Keys for --set: "training.sequences", "test.steps", ...
OptionTable options(Scale& scale);

}  // namespace rnem::experiments
