// Numbers of a summary by the keys that reports have for them: what JSON and tables are made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rnem/metrics/bootstrap.h"

namespace rnem::evaluation {

// What was run on what.
struct RunNames {
  std::string model, dataset, split;
};

struct ReportNumber {
  const char* key;
  // an estimate with its interval, a plain number (kUnknown where the data cannot say), a count, or
  // numbers by step (nullptr when there are none)
  std::variant<std::optional<metrics::Estimate>, double, std::int64_t, const std::vector<double>*>
      value;
};

}  // namespace rnem::evaluation
