#include "rnem/figures/rollout_strips.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "rnem/core/error.h"
#include "rnem/figures/grid.h"
#include "rnem/figures/palette.h"

namespace rnem::figures {
namespace {

Grid strip_grid(const RolloutStrips& strips, const std::vector<int>& columns) {
  const std::size_t pixels = std::size_t(strips.height) * std::size_t(strips.width);
  const auto add_cells = [&](GridRow& row, const std::vector<float>& frames) {
    RNEM_CHECK(frames.size() == std::size_t(strips.steps) * pixels, "frames are [T,H,W]");
    for (const int t : columns) {
      row.cells.push_back(grey_image(std::span(frames).subspan(std::size_t(t) * pixels, pixels),
                                     strips.height, strips.width)
                              .upscaled(strips.scale));
    }
  };
  Grid grid;
  for (const StripSequence& sequence : strips.sequences) {
    RNEM_CHECK(sequence.models.size() == strips.models.size(), "every model has its frames");
    GridRow truth{.label = "truth", .apart = true};
    if (grid.rows.empty()) {
      for (const int t : columns) truth.headings.push_back(fmt::format("{}", t + 1));
    }
    add_cells(truth, sequence.truth);
    grid.rows.push_back(std::move(truth));
    for (std::size_t m = 0; m < strips.models.size(); ++m) {
      GridRow row{.label = strips.models[m], .patch = line_color(int(m))};
      add_cells(row, sequence.models[m]);
      grid.rows.push_back(std::move(row));
    }
  }
  const auto first = std::find_if(columns.begin(), columns.end(), [&](int t) {
    return strips.observed >= 0 && t >= strips.observed;
  });
  if (first != columns.end() && first != columns.begin()) {
    grid.mark = int(first - columns.begin());
    grid.mark_note = "simulated";
  }
  return grid;
}

CurvePanel loss_panel(const RolloutStrips& strips) {
  CurvePanel panel{
      .x = {.label = "step"}, .y = {.label = strips.loss_label}, .curves = strips.losses};
  int next = int(strips.models.size());
  for (Curve& curve : panel.curves) {
    const auto model = std::find(strips.models.begin(), strips.models.end(), curve.name);
    if (curve.style < 0) {
      curve.style = model != strips.models.end() ? int(model - strips.models.begin()) : next++;
    }
  }
  // between the last observed and the first simulated step, as in the strips
  if (strips.observed > 0 && strips.observed < strips.steps) {
    panel.mark = strips.observed + 0.5;
    panel.mark_note = "simulated";
  }
  return panel;
}

}  // namespace

Drawing rollout_strips(const RolloutStrips& strips) {
  constexpr double kMargin = 8.0;
  const std::vector<int> columns = chosen_frames(strips.steps, strips.choice);
  RNEM_CHECK(!columns.empty() && !strips.sequences.empty(), "strips show at least one frame");
  const Grid grid = strip_grid(strips, columns);
  if (strips.losses.empty()) return grid_page(grid);

  const GridLayout layout = lay_out(grid);
  const double em = layout.font_size;
  // as high as the strips, within the limits of a good shape, and wide enough for its legend
  const double plot_height = std::clamp(layout.height, 16 * em, 26 * em);
  const double plot_width = std::clamp(1.25 * plot_height, 22 * em, 32 * em);
  Drawing drawing(layout.width + 2 * em + plot_width + 2 * kMargin,
                  std::max(layout.height, plot_height) + 2 * kMargin);
  draw_grid(drawing, grid, layout, kMargin, kMargin);
  const Rect right{kMargin + layout.width + 2 * em, kMargin, plot_width, plot_height};
  const CurvePanel panel = loss_panel(strips);
  const double legend = draw_legend(drawing, curve_legend({&panel, 1}), right, em);
  draw_curve_panel(drawing, {right.x, right.y + legend, right.width, right.height - legend}, em,
                   panel);
  return drawing;
}

}  // namespace rnem::figures
