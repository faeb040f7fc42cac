// The figures of a reproduction.
#pragma once

#include "rnem/experiments/reproduction.h"

namespace rnem::experiments {

struct FigureText {
  const char* part;     // its name
  const char* title;    // a heading in the report
  const char* caption;  // what to look for
};

// In the order of the report.
const std::vector<FigureText>& figure_texts();

// One part each, in the same order.
std::vector<Part> figure_parts(const Reproduction& reproduction);

}  // namespace rnem::experiments
