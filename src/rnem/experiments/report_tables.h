// The tables of a reproduction's report, as HTML.
#pragma once

#include <string>
#include <vector>

#include "rnem/experiments/reproduction.h"

namespace rnem::experiments {

// What the paper found, beside what this run found.
std::string glance_table(const Reproduction& reproduction);

// All methods on 4 balls, and on 6 to 8.
std::string balls_table(const Reproduction& reproduction);
std::string extrapolation_table(const Reproduction& reproduction);
std::string simulation_table(const Reproduction& reproduction);
std::string curtain_table(const Reproduction& reproduction);

std::string training_table(const Reproduction& reproduction);
std::string parts_table(const Reproduction& reproduction, const std::vector<Part>& parts);
std::string machine_table();

// Seconds that all parts took.
double total_seconds(const Reproduction& reproduction, const std::vector<Part>& parts);

}  // namespace rnem::experiments
