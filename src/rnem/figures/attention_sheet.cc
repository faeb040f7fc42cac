#include "rnem/figures/attention_sheet.h"

#include <fmt/format.h>

#include <cmath>

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
  constexpr double kMargin = 8.0;
  const GridLayout layout = lay_out(grid);
  const double em = layout.font_size;
  Drawing page(layout.width + 2 * kMargin, layout.height + 2 * kMargin + std::ceil(1.4 * em));
  draw_grid(page, grid, layout, kMargin, kMargin);
  const std::string note = fmt::format("strongest attention {:.2g}, arrows from {} up",
                                       strongest_attention(rollout), kLeastAttention);
  page.text(note, kMargin, kMargin + layout.height + 1.3 * em,
            fitting(page, note, {em}, layout.width));
  return page;
}

}  // namespace rnem::figures
