// Practice in going on without seeing, for models with places: long ways, and turns.
//
// A window is watched to its end. From many of its steps the model then goes on once more, blind,
// and its places are compared with where it saw the objects when it watched. A velocity that is off
// by little is off by much after some steps, and the error still says in which direction, which
// pixels do not: beside the object nothing is better than something, and how far beside makes no
// difference.
//
// Errors count in units of what the model itself thinks it may be off by (motion.h), by Huber's
// loss: only as far ahead as it can be known. Where a ball is a pixel beside its true way it meets
// the wall a frame too late, rightly; taken for a mistake, that blurs where the wall is.
//
// Nothing is looked at or drawn on the way, so that many long ways cost little beside watching one.
#pragma once

#include <vector>

#include "rnem/model/em_loop.h"

namespace rnem::training {

// `watched` are the states after all steps of a window; each way has up to `steps` blind steps. Sum
// over sequences, mean over ways and steps; undefined when the window is too short for any.
torch::Tensor blind_practice(const model::Model& model, const ops::Ops& ops,
                             const std::vector<model::State>& watched, std::int64_t steps);

// Places alone teach turns badly: half of the right velocity costs little for a while, and a little
// of all that may come is the safest place to be, so balls lost their speed. How fast something is
// after a turn shows in the next few frames: that is what velocities are compared with here, after
// every step and where the way from there was straight. It is the slope of what was seen and not
// the filter's own velocity, which has all of the model's mistakes in it: with that one balls in
// free flight slowed down more and more. Sum over sequences, mean over steps.
torch::Tensor turn_practice(const std::vector<model::State>& watched);

}  // namespace rnem::training
