// Where a run stands, beside its tensors: all that decides what happens next.
//
// Everything random is a function of (seed, update), so that no generator is part of it.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace rnem::training {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// One validation; numbers that are unknown or not finite are NaN.
struct ValidationPoint {
  std::int64_t update = 0;
  double loss = kUnknown;
  double ari = kUnknown;  // of the last step
  double rollout = kUnknown;
};

// Sums since the last line of the log, which is about all updates since.
struct LossSums {
  std::int64_t updates = 0;
  double loss = 0, intra = 0, inter = 0, gradient_norm = 0;
};

struct RunState {
  std::int64_t update = 0;   // updates tried so far: the index of the next
  std::int64_t applied = 0;  // of these, steps of the optimizer
  std::int64_t skipped = 0;  // of these, not finite
  std::int64_t bad_in_a_row = 0;
  std::int64_t returns = 0;    // to an earlier checkpoint
  double rate_factor = 1.0;    // halved by every return
  double seconds = 0;          // spent in training, all sessions together
  std::int64_t log_bytes = 0;  // length of metrics.jsonl
  LossSums sums;
  std::vector<ValidationPoint> validations;

  bool validated() const { return !validations.empty() && validations.back().update == update; }
  // index into validations; -1 when none has the number
  int best_by_loss() const;
  int best_by_ari() const;
  int best_by_rollout() const;
  // validations since the best loss
  std::int64_t validations_without_gain() const;
};

std::string to_json(const RunState& state);
RunState run_state_from_json(std::string_view text);  // InputError when it is not one

std::string history_json(const RunState& state);  // the validations, for model files

}  // namespace rnem::training
