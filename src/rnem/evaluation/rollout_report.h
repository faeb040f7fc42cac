// What a report says about simulations as such: how large objects stay, and where they fail.
#pragma once

#include <nlohmann/json.hpp>

#include "rnem/evaluation/simulate.h"

namespace rnem::evaluation {

// Adds to what simulation_json() has
//
//   area_at_end, faint_area_at_end   drawn / true pixels at the last simulated step
//
//   shared_component                 share of sequences in which one component holds two objects
//
//   simulated_bce_shared, simulated_position_error_shared       of those sequences
//
//   simulated_bce_separate, simulated_position_error_separate   of the others
//
//   intervals                        95 % over sequences of these and of simulated_*
void add_rollout_numbers(const Simulation& simulation, nlohmann::ordered_json& report);

}  // namespace rnem::evaluation
