#include "rnem/figures/animation.h"

#include <fmt/format.h>

#include <cmath>

#include "rnem/core/error.h"
#include "rnem/figures/attention_graph.h"
#include "rnem/figures/grid.h"

namespace rnem::figures {

std::vector<Image> rollout_film(const Rollout& rollout, const Animation& options) {
  check_rollout(rollout);
  constexpr double kMargin = 8.0;
  const std::string strongest =
      rollout.attention.empty() ? "" : fmt::format("at most {:.2g}", strongest_attention(rollout));
  std::vector<Image> film;
  for (const int t : chosen_frames(rollout.steps + 1, options.steps)) {
    GridRow row{.headings = {"truth", "prediction"},
                .cells = {truth_image(rollout, t).upscaled(options.scale),
                          prediction_image(rollout, t).upscaled(options.scale)}};
    if (rollout.k > 1) {
      row.headings.push_back("groups");
      row.cells.push_back(grouping_image(rollout, t).upscaled(options.scale));
    }
    if (!rollout.attention.empty()) {
      row.headings.push_back("attention");
      row.cells.push_back(attention_graph(rollout, t, options.scale));
    }
    const Grid grid{.rows = {std::move(row)}};
    const GridLayout layout = lay_out(grid);
    const double em = layout.font_size;
    Drawing page(layout.width + 2 * kMargin, layout.height + 2 * kMargin + std::ceil(1.2 * em));
    draw_grid(page, grid, layout, kMargin, kMargin);
    page.text(fmt::format("step {} of {}{}", t, rollout.steps,
                          simulated(rollout, t) ? ", simulated" : ""),
              kMargin, kMargin + layout.height + 1.2 * em, {em});
    if (!strongest.empty()) {
      page.text(strongest, kMargin + layout.width, kMargin + layout.height + 1.2 * em,
                fitting(page, strongest, {em}, layout.cell_width), Align::kRight);
    }
    film.push_back(page.render(1.0));
  }
  return film;
}

}  // namespace rnem::figures
