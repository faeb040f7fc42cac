// Evaluations side by side.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rnem/figures/comparison_bars.h"

namespace rnem::experiments {

// A quantity of evaluation::report_json.
struct Quantity {
  const char* key;
  const char* title;
};

// What the paper's figures compare: relative BCE, relative relational BCE, ARI.
const std::vector<Quantity>& compared_quantities();

struct NamedReport {
  std::string method;   // one colour each
  std::string dataset;  // one group of bars each
  nlohmann::ordered_json report;
};

// One panel a quantity, with half the width of the 95 % interval as error.
figures::Drawing evaluation_bars(const std::vector<NamedReport>& reports,
                                 const std::vector<Quantity>& quantities,
                                 const figures::ChartSize& size = {});

}  // namespace rnem::experiments
