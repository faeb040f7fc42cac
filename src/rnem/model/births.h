// Components that hold nothing take up what nobody explains: an object that appears, or one of two
// that one component held together.
//
// The paper's start is the only moment at which components are given something; whoever comes later
// is left to whichever component happens to grow into it. Here a free component starts anew, as at
// the first step, wherever a patch of the frame is on that no component had predicted. A
// prediction that is a little off leaves thin rims, not patches.
#pragma once

#include "rnem/model/model.h"

namespace rnem::model {

// A component is free when it has drawn nothing for so many steps: one that has just stopped may
// carry a hidden object. One with a place outside of the frame is free at once.
inline constexpr double kForgotten = 50;

// idle [B,K] after a step that drew psi (or masks) [B,K,D]; undefined before the first.
Tensor idle_steps(const Tensor& idle, const Tensor& psi);

// `foreground` [B,D], true or false, is that of the frame that state.psi predicted; a patch is what
// a square of 2 radius + 1 pixels (radius in parts of the frame) sees mostly on and unexplained.
// Returns how many components started anew.
std::int64_t take_up(State& state, const Tensor& foreground, const ModelConfig& config,
                     double radius);

}  // namespace rnem::model
