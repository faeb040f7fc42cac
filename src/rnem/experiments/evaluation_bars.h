// Evaluations side by side.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rnem/figures/comparison_bars.h"

namespace rnem::experiments {

// A quantity of evaluation::report_json.
struct Quantity {
  std::string key, title;
  std::string label = {};                   // of the axis
  double reference = figures::Axis::kAuto;  // a line at this value; NaN for none
  double high = figures::Axis::kAuto;       // end of the axis; NaN for what the data asks for
};

// InputError for one that cannot be drawn.
std::vector<Quantity> find_quantities(const std::vector<std::string>& keys);

// What the paper's figures compare: relative BCE, relative relational BCE, ARI.
std::vector<Quantity> compared_quantities();

struct NamedReport {
  std::string method;   // one colour each
  std::string dataset;  // one group of bars each
  nlohmann::ordered_json report;
};

// One panel a quantity, with its 95 % interval.
figures::Drawing evaluation_bars(const std::vector<NamedReport>& reports,
                                 const std::vector<Quantity>& quantities,
                                 const figures::ChartSize& size = {});

}  // namespace rnem::experiments
