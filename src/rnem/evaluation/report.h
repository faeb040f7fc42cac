// An evaluation as JSON for programs and as a table for people.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "rnem/evaluation/evaluate.h"

namespace rnem::evaluation {

// The keys are documented in docs/evaluation.md; null where the data cannot say. `seed` is that of
// the intervals.
nlohmann::ordered_json report_json(const Evaluation& evaluation, const std::string& model,
                                   const std::string& dataset, const std::string& split,
                                   std::uint64_t seed);

// The scalars of a report, a line each, with their 95 % intervals.
std::string report_table(const nlohmann::ordered_json& report);

// NaN, infinities and "nothing" become null.
nlohmann::ordered_json json_number(double value);
nlohmann::ordered_json json_number(const std::optional<double>& value);
nlohmann::ordered_json json_numbers(const std::vector<double>& values);

}  // namespace rnem::evaluation
