// A probe as JSON for programs and as a table for people.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "rnem/evaluation/probe.h"

namespace rnem::evaluation {

// Keys as in docs/evaluation.md.
nlohmann::ordered_json probe_json(const Probe& probe, const std::string& model,
                                  const std::string& dataset, const std::string& split);
std::string probe_table(const nlohmann::ordered_json& report);

}  // namespace rnem::evaluation
