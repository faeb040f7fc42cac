// Who attends to whom, step by step.
#pragma once

#include "rnem/figures/drawing.h"
#include "rnem/figures/frame_choice.h"
#include "rnem/figures/rollout.h"

namespace rnem::figures {

// An attention_graph a step in reading order, the strongest attention below; `scale` points per
// image pixel. The rollout has attention.
Drawing attention_sheet(const Rollout& rollout, const FrameChoice& choice, int scale);

}  // namespace rnem::figures
