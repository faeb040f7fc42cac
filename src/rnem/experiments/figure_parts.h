// The figures of a reproduction that show models at work. They need the models, so each is made
// right after the tests of the last trial that it shows.
#pragma once

#include "rnem/experiments/figure_texts.h"
#include "rnem/experiments/reproduction.h"

namespace rnem::experiments {

// Those that can be made once the trial is there; of first seeds only.
std::vector<Part> figure_parts(const Reproduction& reproduction, const Trial& trial);

}  // namespace rnem::experiments
