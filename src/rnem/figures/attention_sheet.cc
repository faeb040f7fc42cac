#include "rnem/figures/attention_sheet.h"

#include <fmt/format.h>

#include "rnem/figures/attention_graph.h"
#include "rnem/figures/grid.h"

namespace rnem::figures {

Drawing attention_sheet(const Rollout& rollout, const FrameChoice& choice, int scale) {
  constexpr std::size_t kColumns = 8;
  Grid grid;
  for (const int t : chosen_frames(rollout.steps + 1, choice)) {
    if (grid.rows.empty() || grid.rows.back().cells.size() == kColumns) grid.rows.push_back({});
    grid.rows.back().headings.push_back(fmt::format("step {}", t));
    grid.rows.back().cells.push_back(attention_graph(rollout, t, scale));
  }
  return grid_page(grid);
}

}  // namespace rnem::figures
