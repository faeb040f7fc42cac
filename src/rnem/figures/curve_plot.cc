#include "rnem/figures/curve_plot.h"

#include <algorithm>
#include <cmath>

#include "rnem/core/error.h"
#include "rnem/figures/marker.h"
#include "rnem/figures/palette.h"

namespace rnem::figures {
namespace {

constexpr std::size_t kMostMarks = 40;  // more would touch one another
constexpr std::size_t kDense = 300;     // from here on a line of normal width is a smear

bool marked(const Curve& curve) { return curve.x.size() <= kMostMarks; }

void draw_band(Drawing& drawing, const Axes& axes, const Curve& curve) {
  // each stretch without a gap is a polygon: along the top, back along the bottom
  std::vector<Point> top, bottom;
  const auto flush = [&] {
    if (top.size() > 1) {
      top.insert(top.end(), bottom.rbegin(), bottom.rend());
      drawing.polygon(top, {line_color(curve.style), 0.2});
    }
    top.clear(), bottom.clear();
  };
  for (std::size_t i = 0; i < curve.low.size(); ++i) {
    const double x = axes.x(curve.x[i]);
    // below a logarithmic axis means at its bottom
    double low = axes.y(curve.low[i]);
    const double high = axes.y(curve.high[i]);
    if (std::isnan(low) && !std::isnan(curve.low[i])) low = axes.plot().bottom();
    if (!std::isfinite(x) || !std::isfinite(low) || !std::isfinite(high)) {
      flush();
      continue;
    }
    top.push_back({x, high});
    bottom.push_back({x, low});
  }
  flush();
}

void draw_curve(Drawing& drawing, const Axes& axes, const Curve& curve, double em) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    points.push_back({axes.x(curve.x[i]), axes.y(curve.y[i])});
  }
  drawing.polyline(points, series_stroke(curve.style, em, points.size() >= kDense));
  if (!marked(curve)) return;
  for (const Point& point : points) draw_marker(drawing, point, curve.style, em);
}

}  // namespace

std::vector<CurvePanel> with_styles(std::span<const CurvePanel> panels) {
  std::vector<CurvePanel> settled(panels.begin(), panels.end());
  std::vector<std::string> names;
  for (CurvePanel& panel : settled) {
    for (Curve& curve : panel.curves) {
      const auto known = std::find(names.begin(), names.end(), curve.name);
      if (curve.style < 0) curve.style = int(known - names.begin());
      if (known == names.end()) names.push_back(curve.name);
    }
  }
  return settled;
}

std::vector<LegendEntry> curve_legend(std::span<const CurvePanel> panels) {
  std::vector<LegendEntry> entries;
  for (const CurvePanel& panel : panels) {
    for (const Curve& curve : panel.curves) {
      const auto known = std::find_if(entries.begin(), entries.end(),
                                      [&](const auto& e) { return e.name == curve.name; });
      const auto sample = marked(curve) ? LegendEntry::kMarkedLine : LegendEntry::kLine;
      if (known == entries.end()) {
        entries.push_back({curve.name, curve.style, sample});
      } else if (marked(curve)) {
        known->sample = sample;
      }
    }
  }
  return entries;
}

void draw_curve_panel(Drawing& drawing, const Rect& place, double font_size,
                      const CurvePanel& panel) {
  Range xs = kNoData, ys = kNoData;
  for (const Curve& curve : panel.curves) {
    RNEM_CHECK(curve.x.size() == curve.y.size(), "a curve has an x for every y");
    RNEM_CHECK(curve.low.size() == curve.high.size() &&
                   (curve.low.empty() || curve.low.size() == curve.y.size()),
               "a band is as long as its curve");
    RNEM_CHECK(curve.style >= 0, "styles are settled before drawing");
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      extend(xs, curve.x[i], panel.x.log);
      extend(ys, curve.y[i], panel.y.log);
    }
    for (const double value : curve.low) extend(ys, value, panel.y.log);
    for (const double value : curve.high) extend(ys, value, panel.y.log);
  }
  // a note stands where the title would, so that no curve runs through it, or else inside
  const bool above = panel.title.empty() && panel.mark && !panel.mark_note.empty();
  const Axes axes(drawing, place, font_size, above ? " " : panel.title, panel.x,
                  axis_range(panel.x, xs, false), panel.y, axis_range(panel.y, ys, true));
  // marks may stand half outside, lines of a fixed range may not
  const double half = 0.4 * font_size;
  const Rect plot = axes.plot();
  const Font note{0.9 * font_size, false, {{90, 90, 90}}};
  if (above) {
    drawing.text(panel.mark_note, axes.x(*panel.mark), plot.y - 0.5 * font_size, note,
                 Align::kCentre);
  }
  drawing.push_clip({plot.x - half, plot.y - half, plot.width + 2 * half, plot.height + 2 * half});
  if (panel.mark) {
    const double x = axes.x(*panel.mark);
    const Stroke stroke{{{90, 90, 90}}, 0.1 * font_size, {0.4 * font_size, 0.3 * font_size}};
    drawing.line({x, plot.y}, {x, plot.bottom()}, stroke);
    if (!above) drawing.text(panel.mark_note, x + 0.4 * font_size, plot.y + 0.9 * font_size, note);
  }
  for (const Curve& curve : panel.curves) draw_band(drawing, axes, curve);
  for (const Curve& curve : panel.curves) draw_curve(drawing, axes, curve, font_size);
  drawing.pop_clip();
}

Drawing curve_plot(std::span<const CurvePanel> panels, const ChartSize& size) {
  const std::vector<CurvePanel> settled = with_styles(panels);
  return chart_page(int(settled.size()), curve_legend(settled), size,
                    [&](Drawing& drawing, int i, const Rect& place) {
                      draw_curve_panel(drawing, place, size.font_size, settled[std::size_t(i)]);
                    });
}

}  // namespace rnem::figures
