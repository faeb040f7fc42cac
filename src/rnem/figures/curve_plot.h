// Lines over axes: training curves, losses over simulated steps, scores over anything.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rnem/figures/chart.h"

namespace rnem::figures {

// NaN in y breaks the line. A band from low to high, when given, is shaded behind it.
struct Curve {
  std::string name;
  std::vector<double> x, y;
  std::vector<double> low = {}, high = {};  // as long as y, or empty
  int style = -1;  // line_color and dash number; -1 gives curves of one name one style, by order
};

struct CurvePanel {
  std::string title = {};
  Axis x = {}, y = {};
  std::vector<Curve> curves = {};
  std::optional<double> mark = {};  // a dashed vertical line at this x
  std::string mark_note = {};
};

// Panels side by side under one legend. Curves of few points have a mark at each.
Drawing curve_plot(std::span<const CurvePanel> panels, const ChartSize& size = {});

// One panel within a larger drawing, without the legend.
void draw_curve_panel(Drawing& drawing, const Rect& place, double font_size,
                      const CurvePanel& panel);
std::vector<LegendEntry> curve_legend(std::span<const CurvePanel> panels);

// Panels with the style of every curve settled: one per name, in order of first appearance.
std::vector<CurvePanel> with_styles(std::span<const CurvePanel> panels);

}  // namespace rnem::figures
