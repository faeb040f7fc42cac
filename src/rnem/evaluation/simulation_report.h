// A simulation as JSON for programs and as a table for people.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "rnem/evaluation/simulate.h"

namespace rnem::evaluation {

// Keys as in docs/evaluation.md; null where the data cannot say, `absent` says why.
nlohmann::ordered_json simulation_json(const Simulation& simulation, const std::string& model,
                                       const std::string& dataset, const std::string& split);
std::string simulation_table(const nlohmann::ordered_json& report);

}  // namespace rnem::evaluation
