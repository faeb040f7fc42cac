#include "rnem/figures/curtain_sheet.h"

#include <fmt/format.h>

#include "rnem/figures/grid.h"
#include "rnem/figures/object_frame.h"

namespace rnem::figures {

Drawing curtain_sheet(const Rollout& rollout, const worlds::Sequence& sequence,
                      const worlds::Shape& shape, const FrameChoice& choice, int scale) {
  GridRow truth{.label = "truth"}, prediction{.label = "prediction"}, grouping{.label = "groups γ"};
  for (const int t : chosen_frames(rollout.steps + 1, choice)) {
    truth.headings.push_back(fmt::format("{}", t));
    truth.cells.push_back(object_frame(sequence, shape, t, scale));
    prediction.cells.push_back(prediction_image(rollout, t).upscaled(scale));
    grouping.cells.push_back(grouping_image(rollout, t).upscaled(scale));
  }
  return grid_page({.rows = {truth, prediction, grouping}});
}

}  // namespace rnem::figures
