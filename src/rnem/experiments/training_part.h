// The training of one method as a part of a reproduction.
#pragma once

#include "rnem/experiments/reproduction.h"

namespace rnem::experiments {

// An interrupted run goes on, also with a larger budget. A run of other settings that is in the way
// is moved aside, never deleted. Result: updates, seconds, reason, best_loss, best_update.
Part training_part(const Reproduction& reproduction, const Method& method);

}  // namespace rnem::experiments
