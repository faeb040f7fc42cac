// The figures of a reproduction that are made from its numbers alone.
#pragma once

#include "rnem/experiments/figure_texts.h"
#include "rnem/experiments/results.h"

namespace rnem::experiments {

// Draws into figures/ what there are numbers for: comparison, curves, rollout, curtain-comparison,
// of every set-up.
void draw_charts(const Reproduction& reproduction, const Results& results);

}  // namespace rnem::experiments
