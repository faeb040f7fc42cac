// Truth, prediction and grouping while objects pass behind a curtain.
#pragma once

#include "rnem/figures/drawing.h"
#include "rnem/figures/frame_choice.h"
#include "rnem/figures/rollout.h"
#include "rnem/sequence.h"

namespace rnem::figures {

// `sequence` has the rollout's T + 1 frames; the truth is drawn by object_frame(), so that what is
// hidden can be seen.
Drawing curtain_sheet(const Rollout& rollout, const worlds::Sequence& sequence,
                      const worlds::Shape& shape, const FrameChoice& choice, int scale);

}  // namespace rnem::figures
