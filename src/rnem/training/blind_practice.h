// Practice in going on without seeing, for models with places.
//
// A window is watched to its end. From a step on the way the model then goes on once more, blind,
// and is compared with itself watching:
//
//   places   Huber(p_blind - p_watching), in pixels: a velocity that is off by little is off by
//   much after
//            some steps, and the error still says in which direction
//   pixels   the loss of what it draws, drawn where it was when watching
//
// Pixels alone, drawn where the blind model thinks, teach to fade: beside the object nothing is
// better than something, and how far beside makes no difference.
#pragma once

#include <vector>

#include "rnem/model/em_loop.h"

namespace rnem::training {

// `watched` are the states after the steps first .. T-1; the blind steps start from the first of
// them and are compared with the others. targets [T,B,D] are the frames that the steps predict. Sum
// over sequences, mean over the blind steps.
torch::Tensor blind_practice(const model::Model& model, const ops::Ops& ops,
                             const std::vector<model::State>& watched, std::int64_t first,
                             const std::vector<torch::Tensor>& targets);

}  // namespace rnem::training
