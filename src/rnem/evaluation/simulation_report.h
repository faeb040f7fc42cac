// A simulation as JSON for programs and as a table for people.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "rnem/evaluation/simulate.h"

namespace rnem::evaluation {

// model, dataset, split, sequences, k, observe, steps, noise, finite, *_per_step, and the means of
// bce, baseline_bce, position_error and object_drift over the simulated steps.
nlohmann::ordered_json simulation_json(const Simulation& simulation, const std::string& model,
                                       const std::string& dataset, const std::string& split);
std::string simulation_table(const nlohmann::ordered_json& report);

}  // namespace rnem::evaluation
