#include "rnem/training/guard.h"

namespace rnem::training {

Verdict judge(bool finite, const TrainConfig& config, RunState& state) {
  if (finite) {
    state.bad_in_a_row = 0;
    return Verdict::kApply;
  }
  ++state.skipped;
  ++state.bad_in_a_row;
  if (state.bad_in_a_row < config.bad_updates) return Verdict::kSkip;
  return state.returns < config.max_returns ? Verdict::kReturn : Verdict::kGiveUp;
}

}  // namespace rnem::training
