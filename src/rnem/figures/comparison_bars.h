// Methods side by side: groups of bars with error bars, panels under one legend.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rnem/figures/chart.h"

namespace rnem::figures {

struct Bar {
  double value = Axis::kAuto;  // NaN: this method has no such number, its place stays empty
  double error = 0.0;          // drawn as value ± error
};

struct BarPanel {
  std::string title = {};
  Axis y = {};
  std::vector<std::string> groups = {};     // names under the groups; one empty name for none
  std::vector<std::vector<Bar>> bars = {};  // [group][method]
};

// Bars start at 0 and carry their values above them.
Drawing comparison_bars(const std::vector<std::string>& methods, std::span<const BarPanel> panels,
                        const ChartSize& size = {});

}  // namespace rnem::figures
