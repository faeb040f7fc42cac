#include "rnem/figures/comparison_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rnem/core/error.h"
#include "rnem/figures/palette.h"

namespace rnem::figures {
namespace {

constexpr Rgb kNoteGrey{90, 90, 90};
constexpr double kGroupShare = 0.86;                // of a group's width; the rest separates groups
constexpr double kBarShare = 0.84;                  // of a bar's place
constexpr double kValueShare = 0.92;                // of a bar's place: values do not touch
constexpr double kValue = 0.8, kSmallValue = 0.65;  // em: the size of values, and the least

// three digits that matter: "0.123", "46.2", "107"
std::string value_label(double value) {
  const double size = std::abs(value);
  return fmt::format("{:.{}f}", value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

// Values stand upright above bars that are wide enough, else they are turned.
bool values_turn(Drawing& drawing, double bar_place, double em) {
  return drawing.text_width("0.00", {kSmallValue * em}) > kValueShare * bar_place;
}

void draw_bar(Drawing& drawing, const Axes& axes, double x, double place, const Bar& bar, Rgb color,
              double em) {
  if (!std::isfinite(bar.value)) return;
  const double width = place * kBarShare, left = x + (place - width) / 2, middle = x + place / 2;
  const double foot = axes.y(0.0), top = axes.y(bar.value);
  drawing.fill({left, std::min(foot, top), width, std::abs(foot - top)}, {color});
  double highest = std::min(foot, top);
  if (bar.below > 0.0 || bar.above > 0.0) {
    const Stroke stroke{{kBlack}, 0.1 * em};
    const double high = axes.y(bar.value + bar.above), low = axes.y(bar.value - bar.below);
    const double cap = std::min(0.25 * width, 0.4 * em);
    drawing.line({middle, high}, {middle, low}, stroke);
    drawing.line({middle - cap, high}, {middle + cap, high}, stroke);
    drawing.line({middle - cap, low}, {middle + cap, low}, stroke);
    highest = std::min(highest, high);
  }
  const std::string label = value_label(bar.value);
  if (values_turn(drawing, place, em)) {
    drawing.text_upwards(label, middle + 0.28 * em, highest - 0.3 * em, {kValue * em},
                         Align::kLeft);
  } else {
    // a bar that fills the axis has its value inside: above it is the panel's title
    const bool inside = highest - em < axes.plot().y && std::abs(foot - top) > 3 * em;
    Font font = fitting(drawing, label, {kValue * em}, kValueShare * place);
    if (inside) font.ink = {kWhite};
    drawing.text(label, middle,
                 inside ? axes.y(bar.value - bar.below) + 1.3 * em : highest - 0.3 * em, font,
                 Align::kCentre);
  }
}

// The methods with a number in this panel; the others need no place in it.
std::vector<std::size_t> methods_of(const BarPanel& panel, std::size_t methods) {
  std::vector<std::size_t> present;
  for (std::size_t m = 0; m < methods; ++m) {
    if (std::any_of(panel.bars.begin(), panel.bars.end(),
                    [m](const auto& group) { return std::isfinite(group[m].value); })) {
      present.push_back(m);
    }
  }
  return present;
}

void draw_panel(Drawing& drawing, const Rect& place, const BarPanel& panel, std::size_t methods,
                double em) {
  RNEM_CHECK(!panel.groups.empty() && panel.groups.size() == panel.bars.size(),
             "every group has a name");
  for (const auto& group : panel.bars) {
    RNEM_CHECK(group.size() == methods, "every group has a bar of every method");
  }
  const std::vector<std::size_t> present = methods_of(panel, methods);
  const double bars = double(panel.groups.size() * std::max<std::size_t>(present.size(), 1));
  // the axis takes about four letters of the width; values need room above the highest bar
  const bool turned = values_turn(drawing, (place.width - 4 * em) * kGroupShare / bars, em);
  Range range{0.0, 0.0};
  for (const auto& group : panel.bars) {
    for (const Bar& bar : group) {
      extend(range, (bar.value + bar.above) * (turned ? 1.18 : 1.1), false);
      extend(range, bar.value - bar.below, false);
    }
  }
  extend(range, panel.reference, false);
  const Axes axes(drawing, place, em, panel.title, {.categories = panel.groups},
                  {-0.5, double(panel.groups.size()) - 0.5}, panel.y,
                  axis_range(panel.y, range.low < range.high ? range : kNoData, true));
  if (std::isfinite(panel.reference)) {
    const double y = axes.y(panel.reference);
    drawing.line({axes.plot().x, y}, {axes.plot().right(), y},
                 {{kNoteGrey}, 0.1 * em, {0.4 * em, 0.3 * em}});
  }
  // a bar that stands alone need not fill the panel
  const double slot = std::min(axes.plot().width * kGroupShare / bars, 5 * em);
  for (std::size_t g = 0; g < panel.bars.size(); ++g) {
    if (std::none_of(panel.bars[g].begin(), panel.bars[g].end(),
                     [](const Bar& bar) { return std::isfinite(bar.value); })) {
      drawing.text("no data", axes.x(double(g)), axes.plot().bottom() - 0.5 * em,
                   {0.9 * em, false, {kNoteGrey}}, Align::kCentre);
    }
    const double left = axes.x(double(g)) - slot * double(present.size()) / 2;
    for (std::size_t i = 0; i < present.size(); ++i) {
      draw_bar(drawing, axes, left + slot * double(i), slot, panel.bars[g][present[i]],
               line_color(int(present[i])), em);
    }
  }
}

}  // namespace

Drawing comparison_bars(const std::vector<std::string>& methods, std::span<const BarPanel> panels,
                        const ChartSize& size) {
  std::vector<LegendEntry> entries;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    entries.push_back({methods[m], int(m), LegendEntry::kBox});
  }
  return chart_page(
      int(panels.size()), entries, size, [&](Drawing& drawing, int i, const Rect& place) {
        draw_panel(drawing, place, panels[std::size_t(i)], methods.size(), size.font_size);
      });
}

}  // namespace rnem::figures
