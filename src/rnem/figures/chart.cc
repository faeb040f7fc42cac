#include "rnem/figures/chart.h"

#include <algorithm>
#include <cmath>

#include "rnem/core/error.h"
#include "rnem/figures/marker.h"
#include "rnem/figures/palette.h"

namespace rnem::figures {
namespace {

constexpr Rgb kGridGrey{222, 222, 222};
constexpr Rgb kAxisGrey{60, 60, 60};
constexpr int kTicksY = 5;

// about one tick per four letters of width, and three in the narrowest panel: two show no scale
int ticks_x(double width, double em) { return std::clamp(int(width / (4.0 * em)), 3, 8); }

Ticks axis_ticks(const Axis& axis, Range range, int target) {
  if (axis.categories.empty()) {
    return axis.log ? log_ticks(range, target) : linear_ticks(range, target);
  }
  Ticks ticks;
  for (std::size_t i = 0; i < axis.categories.size(); ++i) {
    ticks.values.push_back(double(i));
    ticks.labels.push_back(axis.categories[i]);
  }
  return ticks;
}

double share(double value, Range range, bool log) {
  if (log) {
    if (!(value > 0.0)) return Axis::kAuto;
    return std::log(value / range.low) / std::log(range.high / range.low);
  }
  return (value - range.low) / (range.high - range.low);
}

}  // namespace

void extend(Range& range, double value, bool log) {
  if (!std::isfinite(value) || (log && value <= 0.0)) return;
  range.low = std::min(range.low, value);
  range.high = std::max(range.high, value);
}

Range axis_range(const Axis& axis, Range data, bool whole_ticks) {
  if (!axis.categories.empty()) return {-0.5, double(axis.categories.size()) - 0.5};
  if (data.low > data.high) data = axis.log ? Range{0.1, 1.0} : Range{0.0, 1.0};
  if (axis.log) {
    if (data.low == data.high) data = {data.low / 2, data.high * 2};
    // a little air: lines do not run on the frame
    if (whole_ticks) data = {data.low / 1.08, data.high * 1.08};
  } else {
    if (data.low == data.high) {
      const double room = data.low == 0.0 ? 1.0 : 0.1 * std::abs(data.low);
      data = {data.low - room, data.high + room};
    }
    if (whole_ticks) {
      // an axis that nearly reaches zero should
      if (data.low > 0.0 && data.low < 0.4 * data.high) data.low = 0.0;
      data = widened(data, kTicksY);
    }
  }
  if (std::isfinite(axis.low)) data.low = axis.low;
  if (std::isfinite(axis.high)) data.high = axis.high;
  // a fixed end beyond all data leaves nothing: show one step
  if (!(data.low < data.high)) data.high = axis.log ? data.low * 10.0 : data.low + 1.0;
  return data;
}

Axes::Axes(Drawing& drawing, const Rect& outer, double font_size, const std::string& title,
           const Axis& x_axis, Range x_range, const Axis& y_axis, Range y_range)
    : x_range_(x_range), y_range_(y_range), x_log_(x_axis.log), y_log_(y_axis.log) {
  const double em = font_size;
  const Font font{em}, bold{em * 1.05, true};
  // what stands around the plot decides its size
  const Ticks y_ticks = axis_ticks(y_axis, y_range, kTicksY);
  double label_width = 0.0;
  for (const auto& label : y_ticks.labels) {
    label_width = std::max(label_width, drawing.text_width(label, font));
  }
  const double left = label_width + 0.7 * em + (y_axis.label.empty() ? 0.0 : 1.5 * em);
  const double top = title.empty() ? 0.6 * em : 2.1 * em;
  const auto& names = x_axis.categories;
  const bool nameless = !names.empty() && std::all_of(names.begin(), names.end(),
                                                      [](const auto& n) { return n.empty(); });
  const double bottom = (nameless ? 0.4 * em : 1.8 * em) + (x_axis.label.empty() ? 0.0 : 1.4 * em);
  const double right = 0.9 * em;  // half of the last label
  plot_ = {outer.x + left, outer.y + top, outer.width - left - right, outer.height - top - bottom};
  RNEM_CHECK(plot_.width > 0 && plot_.height > 0, "a chart is larger than its labels");
  const Ticks x_ticks = axis_ticks(x_axis, x_range, ticks_x(plot_.width, em));

  draw_ticks_y(drawing, y_ticks, em);
  draw_ticks_x(drawing, x_ticks, em, !x_axis.categories.empty());
  // the two axes only: a box around the data adds nothing
  const Stroke axis{{kAxisGrey}, em * 0.1};
  drawing.polyline({{plot_.x, plot_.y}, {plot_.x, plot_.bottom()}, {plot_.right(), plot_.bottom()}},
                   axis);
  const double middle = plot_.x + plot_.width / 2;
  drawing.text(title, middle, outer.y + 1.1 * em, fitting(drawing, title, bold, outer.width),
               Align::kCentre);
  drawing.text(x_axis.label, middle, plot_.bottom() + 2.9 * em,
               fitting(drawing, x_axis.label, font, outer.width), Align::kCentre);
  drawing.text_upwards(y_axis.label, outer.x + 0.9 * em, plot_.y + plot_.height / 2,
                       fitting(drawing, y_axis.label, font, outer.height - top));
}

void Axes::draw_ticks_y(Drawing& drawing, const Ticks& ticks, double em) const {
  for (std::size_t i = 0; i < ticks.values.size(); ++i) {
    const double at = y(ticks.values[i]);
    drawing.line({plot_.x, at}, {plot_.right(), at}, {{kGridGrey}, em * 0.07});
    drawing.text(ticks.labels[i], plot_.x - 0.5 * em, at + 0.36 * em, {em}, Align::kRight);
  }
}

void Axes::draw_ticks_x(Drawing& drawing, const Ticks& ticks, double em, bool categories) const {
  // names that have to be smaller are so together
  const double room = categories ? plot_.width / double(ticks.values.size()) : plot_.width;
  Font font{em};
  for (const auto& label : ticks.labels) font = fitting(drawing, label, font, 0.95 * room);
  for (std::size_t i = 0; i < ticks.values.size(); ++i) {
    const double at = x(ticks.values[i]);
    if (!categories) {
      drawing.line({at, plot_.bottom()}, {at, plot_.bottom() + 0.35 * em}, {{kAxisGrey}, em * 0.1});
    }
    drawing.text(ticks.labels[i], at, plot_.bottom() + 1.45 * em, font, Align::kCentre);
  }
}

double Axes::x(double value) const {
  return plot_.x + plot_.width * share(value, x_range_, x_log_);
}

double Axes::y(double value) const {
  return plot_.bottom() - plot_.height * share(value, y_range_, y_log_);
}

double draw_legend(Drawing& drawing, const std::vector<LegendEntry>& entries, const Rect& place,
                   double font_size) {
  if (entries.empty() || (entries.size() == 1 && entries[0].sample != LegendEntry::kBox)) return 0;
  const double em = font_size, gap = 1.6 * em;
  const auto sample_width = [em](const LegendEntry& e) {
    return e.sample == LegendEntry::kBox ? em : 2.2 * em;
  };
  const auto width_of = [&](const LegendEntry& e) {
    return sample_width(e) + 0.5 * em + drawing.text_width(e.name, {em});
  };
  double y = place.y;
  for (std::size_t first = 0; first < entries.size(); y += 1.6 * em) {
    // as many as fit, one at least
    double width = width_of(entries[first]);
    std::size_t end = first + 1;
    while (end < entries.size() && width + gap + width_of(entries[end]) <= place.width) {
      width += gap + width_of(entries[end++]);
    }
    double x = place.x + std::max(0.0, (place.width - width) / 2);
    for (; first < end; ++first) {
      const LegendEntry& e = entries[first];
      const double middle = y + 0.85 * em;
      if (e.sample == LegendEntry::kBox) {
        drawing.fill({x, middle - 0.5 * em, em, em}, {line_color(e.style)});
      } else {
        drawing.line({x, middle}, {x + sample_width(e), middle}, series_stroke(e.style, em));
      }
      if (e.sample == LegendEntry::kMarkedLine) {
        draw_marker(drawing, {x + sample_width(e) / 2, middle}, e.style, em);
      }
      drawing.text(e.name, x + sample_width(e) + 0.5 * em, y + 1.2 * em, {em});
      x += width_of(e) + gap;
    }
  }
  return y + 0.3 * em - place.y;
}

Drawing chart_page(int panels, const std::vector<LegendEntry>& entries, const ChartSize& size,
                   const std::function<void(Drawing&, int, const Rect&)>& panel) {
  RNEM_CHECK(panels >= 1, "a chart has a panel");
  const double em = size.font_size, margin = 0.6 * em, between = 1.2 * em;
  Drawing drawing(size.width, size.height);
  const double inner = size.width - 2 * margin;
  const double top =
      margin + draw_legend(drawing, entries, {margin, margin, inner, 0}, size.font_size);
  const double width = (inner - between * (panels - 1)) / panels;
  for (int i = 0; i < panels; ++i) {
    panel(drawing, i, {margin + i * (width + between), top, width, size.height - top - margin});
  }
  return drawing;
}

}  // namespace rnem::figures
