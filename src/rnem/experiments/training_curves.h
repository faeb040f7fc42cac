// The course of training runs.
#pragma once

#include <string>
#include <vector>

#include "rnem/figures/curve_plot.h"

namespace rnem::experiments {

struct NamedRun {
  std::string name;    // for the legend
  std::string folder;  // with its metrics.jsonl
};

// Training loss, validation loss and validation ARI over updates. InputError when a run has no log
// or a damaged one; a last line that is being written does not count.
figures::Drawing training_curves(const std::vector<NamedRun>& runs,
                                 const figures::ChartSize& size = {});

}  // namespace rnem::experiments
