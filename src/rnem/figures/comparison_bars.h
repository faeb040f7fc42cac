// Methods side by side: groups of bars with error bars, panels under one legend.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rnem/figures/chart.h"

namespace rnem::figures {

struct Bar {
  double value = Axis::kAuto;       // NaN: this method has no such number, its place stays empty
  double below = 0.0, above = 0.0;  // drawn from value − below to value + above
};

struct BarPanel {
  std::string title = {};
  Axis y = {};
  std::vector<std::string> groups = {};     // names under the groups; one empty name for none
  std::vector<std::vector<Bar>> bars = {};  // [group][method]
  double reference = Axis::kAuto;           // a dashed line at this value; NaN for none
};

// Bars start at 0 and carry their values above them; a group without any says so.
Drawing comparison_bars(const std::vector<std::string>& methods, std::span<const BarPanel> panels,
                        const ChartSize& size = {});

}  // namespace rnem::figures
