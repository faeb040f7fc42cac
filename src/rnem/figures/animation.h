// A model at work, as a film.
#pragma once

#include <vector>

#include "rnem/figures/frame_choice.h"
#include "rnem/figures/image.h"
#include "rnem/figures/rollout.h"

namespace rnem::figures {

struct Animation {
  FrameChoice steps = {.first = 1};  // of 0 .. T
  int scale = 4;                     // pixels per image pixel
};

// One picture a step for write_gif: truth, prediction, grouping (K > 1) and the attention graph
// (models with attention) side by side. Below, the step, which says when it is simulated, and the
// film's strongest attention.
std::vector<Image> rollout_film(const Rollout& rollout, const Animation& options = {});

}  // namespace rnem::figures
