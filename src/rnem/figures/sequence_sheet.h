// The inside of a model over time: one column a step, one row a quantity.
#pragma once

#include "rnem/figures/drawing.h"
#include "rnem/figures/frame_choice.h"
#include "rnem/figures/rollout.h"

namespace rnem::figures {

struct SequenceSheet {
  FrameChoice steps = {.first = 1};  // of 0 .. T; 0 is the initial state
  int scale = 2;                     // points per image pixel
  bool components = true;            // rows ψ_1 .. ψ_K
  bool input = true;                 // row of corrupted inputs
};

// Rows from the top: next frame (truth), prediction Σ γ_k·ψ_k, grouping γ in colour, every ψ_k in
// white with its attention in the colours of the others, noisy input. A line stands where
// simulation begins. The sheet of a model with a single component has no grouping row.
Drawing sequence_sheet(const Rollout& rollout, const SequenceSheet& options = {});

}  // namespace rnem::figures
