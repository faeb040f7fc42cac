#include "rnem/figures/chart.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "figures/golden.h"
#include "rnem/figures/comparison_bars.h"
#include "rnem/figures/curve_plot.h"
#include "rnem/figures/palette.h"

namespace rnem::figures {
namespace {

const double kNan = std::numeric_limits<double>::quiet_NaN();

// the rows in which a colour appears at all
std::pair<int, int> rows_of(const Image& image, Rgb color) {
  int first = image.height(), last = -1;
  for (int y = 0; y < image.height(); ++y) {
    const auto row = image.row(y);
    if (std::find(row.begin(), row.end(), color) == row.end()) continue;
    first = std::min(first, y), last = std::max(last, y);
  }
  return {first, last};
}

int count(const Image& image, Rgb color) {
  return int(std::count(image.pixels().begin(), image.pixels().end(), color));
}

TEST(AxisRange, ZeroJoinsWhenNearAndSingleValuesGetRoom) {
  EXPECT_EQ(axis_range({}, {0.1, 0.93}, true).low, 0.0);
  EXPECT_GT(axis_range({}, {0.8, 0.93}, true).low, 0.5);
  const Range single = axis_range({}, {3.0, 3.0}, true);
  EXPECT_LT(single.low, 3.0);
  EXPECT_GT(single.high, 3.0);
  const Range none = axis_range({.log = true}, kNoData, true);
  EXPECT_GT(none.low, 0.0);
  EXPECT_LT(none.low, none.high);
  const Range fixed = axis_range({.low = 0.5, .high = 2.0}, {0.0, 1.0}, true);
  EXPECT_EQ(fixed.low, 0.5);
  EXPECT_EQ(fixed.high, 2.0);
  EXPECT_LT(axis_range({.low = 5.0}, {0.0, 1.0}, true).low,
            axis_range({.low = 5.0}, {0.0, 1.0}, true).high);
}

TEST(Axes, MapsTheEndsOfTheRangesToTheEndsOfThePlot) {
  Drawing drawing(300, 200);
  const Axes axes(drawing, {10, 10, 280, 180}, 9, "title", {.label = "x"}, {2, 4},
                  {.label = "y", .log = true}, {1, 100});
  EXPECT_DOUBLE_EQ(axes.x(2), axes.plot().x);
  EXPECT_DOUBLE_EQ(axes.x(4), axes.plot().right());
  EXPECT_DOUBLE_EQ(axes.y(1), axes.plot().bottom());
  EXPECT_NEAR(axes.y(100), axes.plot().y, 1e-9);
  EXPECT_NEAR(axes.y(10), axes.plot().y + axes.plot().height / 2, 1e-9);
  EXPECT_TRUE(std::isnan(axes.y(0.0)));
  EXPECT_GT(axes.plot().x, 10 + 9) << "room for labels";
  EXPECT_LT(axes.plot().bottom(), 190 - 2 * 9);
}

TEST(CurvePlot, CurvesOfOneNameHaveOneStyleInAllPanels) {
  std::vector<CurvePanel> panels(2);
  panels[0].curves = {{"a", {0, 1}, {0, 1}}, {"b", {0, 1}, {0, 1}}};
  panels[1].curves = {{"b", {0, 1}, {0, 1}}, {"c", {0, 1}, {0, 1}}, {"a", {0, 1}, {0, 1}}};
  const auto settled = with_styles(panels);
  EXPECT_EQ(settled[0].curves[1].style, settled[1].curves[0].style);
  EXPECT_EQ(settled[1].curves[1].style, 2);
  EXPECT_EQ(settled[1].curves[2].style, 0);
  EXPECT_EQ(curve_legend(settled).size(), 3u);
}

TEST(CurvePlot, HigherValuesAreHigherOnThePage) {
  CurvePanel panel;
  panel.curves = {{"low", {0, 1, 2}, {1, 1, 1}}, {"high", {0, 1, 2}, {9, 9, 9}}};
  // no legend in a panel alone, so all colour is data
  Drawing drawing(200, 150);
  draw_curve_panel(drawing, {0, 0, 200, 150}, 9, with_styles({&panel, 1})[0]);
  const Image page = drawing.render(2.0);
  EXPECT_LT(rows_of(page, line_color(1)).second, rows_of(page, line_color(0)).first);
}

TEST(CurvePlot, EmptyNanAndNonPositiveDataStillDraw) {
  std::vector<CurvePanel> panels(3);
  panels[1].curves = {{"nan", {0, 1}, {kNan, kNan}}};
  panels[2].y.log = true;
  panels[2].curves = {{"mixed", {0, 1, 2}, {0.0, -1.0, 10.0}, {-1, -1, 5}, {1, 1, 20}}};
  const Image page = curve_plot(panels).render(1.0);
  EXPECT_EQ(page.width(), 504);
  EXPECT_GT(count(page, kWhite), 1000);
}

TEST(ComparisonBars, BarsAreAsHighAsTheirValues) {
  std::vector<BarPanel> panels(1);
  panels[0].groups = {""};
  panels[0].bars = {{{.value = 0.2}, {.value = 0.4}, {.value = 0.8}}};
  // methods 0 to 2; every colour appears in the legend's box too, one em high
  const Image page = comparison_bars({"a", "b", "c"}, panels, {.width = 300}).render(2.0);
  const auto area = [&](int m) { return count(page, line_color(m)) - 17.0 * 17.0; };
  EXPECT_NEAR(area(1) / area(0), 2.0, 0.1);
  EXPECT_NEAR(area(2) / area(0), 4.0, 0.2);
}

TEST(ComparisonBars, AMethodWithoutNumbersLeavesItsPlaceToTheOthers) {
  std::vector<BarPanel> panels(1);
  panels[0].groups = std::vector<std::string>(8, "");
  panels[0].bars.assign(8, {{.value = 0.5}, {.value = kNan}});
  const Image half = comparison_bars({"a", "b"}, panels, {.width = 300}).render(1.0);
  panels[0].bars.assign(8, {{.value = 0.5}, {.value = 0.5}});
  const Image both = comparison_bars({"a", "b"}, panels, {.width = 300}).render(1.0);
  EXPECT_GT(count(half, line_color(0)), 1.7 * count(both, line_color(0)));
  EXPECT_LT(count(half, line_color(1)), 120) << "only its legend";
}

TEST(ComparisonBars, TheReferenceIsOnThePageHoweverLowTheBars) {
  std::vector<BarPanel> panels(1);
  panels[0].groups = {""};
  panels[0].bars = {{{.value = 0.1}}};
  const Image without = comparison_bars({"a"}, panels, {.width = 300}).render(1.0);
  panels[0].reference = 1.0;
  const Image with = comparison_bars({"a"}, panels, {.width = 300}).render(1.0);
  EXPECT_LT(count(with, line_color(0)), count(without, line_color(0)) / 3) << "another scale";
}

TEST(Charts, LookAsTheyDid) {
  std::vector<CurvePanel> curves(2);
  for (int i = 0; i < 2; ++i) {
    auto& panel = curves[std::size_t(i)];
    panel.title = i == 0 ? "Linear" : "Logarithmic";
    panel.x.label = "step";
    panel.y = {.label = "loss", .log = i == 1};
    for (int c = 0; c < 3; ++c) {
      Curve curve{.name = std::string("method ") + char('A' + c)};
      for (int x = 0; x <= 12; ++x) {
        const double y = 5 + (90 - 20 * c) * std::exp(-0.3 * x);
        curve.x.push_back(x);
        curve.y.push_back(y);
        curve.low.push_back(0.85 * y);
        curve.high.push_back(1.15 * y);
      }
      panel.curves.push_back(curve);
    }
  }
  curves[0].mark = 6;
  curves[0].mark_note = "simulated";
  expect_golden(curve_plot(curves).render(1.0), "curves", kTextTolerance, kTextDifferent);

  std::vector<BarPanel> bars(2);
  bars[0] = {"4 balls",
             {.label = "relative loss"},
             {"all", "collisions"},
             {{{0.2, 0.02, 0.02}, {0.45, 0.05, 0.1}}, {{}, {}}},
             0.5};
  bars[1] = {"Grouping", {.label = "ARI", .high = 1.0}, {""}, {{{0.8, 0.01, 0.01}, {}}}};
  expect_golden(comparison_bars({"R-NEM", "RNN"}, bars, {.width = 360}).render(1.0), "bars",
                kTextTolerance, kTextDifferent);
}

}  // namespace
}  // namespace rnem::figures
