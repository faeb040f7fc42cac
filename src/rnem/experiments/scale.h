// How much of the paper's effort a reproduction makes: one table of budgets.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/core/options.h"
#include "rnem/model/model_config.h"

namespace rnem::experiments {

// The same for every method. 0 means no such limit where it says "limit".
struct Scale {
  std::string name;
  std::string about;       // what to expect of it, for the top of the report
  bool meaningful = true;  // false: the numbers say only that the pipeline works

  std::int64_t seed = 1;  // of data, weights, noise

  // sequences of the data files; without training sequences, training makes fresh ones all the time
  std::int64_t train_sequences = 0, valid_sequences = 0, test_sequences = 0;

  // training
  std::int64_t batch = 16, steps = 12;  // sequences and EM steps of an update
  bool random_offset = true;
  std::int64_t max_updates = 0;  // limit
  double max_minutes = 0;        // limit, of one method
  std::int64_t patience = 0;     // limit, validations without a better loss
  std::int64_t valid_every = 0;  // updates; 0: once an epoch
  std::int64_t validated_sequences = 64, validated_steps = 20;

  // evaluation of the test split
  std::int64_t evaluated_steps = 30;
  std::int64_t observed_steps = 5, simulated_steps = 10;

  // networks; kind and k are the method's
  model::ModelConfig networks = {};
};

// smoke, small and paper.
const std::vector<Scale>& scales();
Scale find_scale(const std::string& name);  // InputError with the known names

// Keys for --set: "seed", "data.test", "training.batch", "evaluation.steps", ...
OptionTable options(Scale& scale);

}  // namespace rnem::experiments
