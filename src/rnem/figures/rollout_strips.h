// Truth and several models frame by frame, with the loss of every step beside them.
#pragma once

#include <string>
#include <vector>

#include "rnem/figures/curve_plot.h"
#include "rnem/figures/drawing.h"
#include "rnem/figures/frame_choice.h"

namespace rnem::figures {

// Step t = 1 .. T is at t − 1 in all arrays.
struct StripSequence {
  std::vector<float> truth;                // [T,H,W] the frame that step t predicts
  std::vector<std::vector<float>> models;  // a [T,H,W] prediction each
};

struct RolloutStrips {
  int steps = 0, height = 0, width = 0;
  std::vector<std::string> models;       // names, in the order of StripSequence::models
  std::vector<StripSequence> sequences;  // blocks from top to bottom
  int observed = -1;                     // steps before simulation begins; -1 for no simulation
  std::vector<Curve> losses = {};        // over steps; one named like a model has its colour
  std::string loss_label = "BCE";
  FrameChoice choice = {};  // which columns are shown
  int scale = 1;            // points per image pixel
};

// The patch at a model's rows is the colour of its curve. Without losses there is no plot.
Drawing rollout_strips(const RolloutStrips& strips);

}  // namespace rnem::figures
