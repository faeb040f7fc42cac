// What to do about a loss or gradient that is not finite.
#pragma once

#include "rnem/training/run_state.h"
#include "rnem/training/train_config.h"

namespace rnem::training {

enum class Verdict {
  kApply,   // all is well
  kSkip,    // leave the weights as they are
  kReturn,  // too many in a row: back to the last checkpoint, with half the rate
  kGiveUp,  // too many returns
};

// Judges one update and counts it in the state (bad_in_a_row, skipped).
Verdict judge(bool finite, const TrainConfig& config, RunState& state);

}  // namespace rnem::training
