// What was found out, as JSON for programs: the only place of this folder that knows JSON. Keys as
// in docs/evaluation.md; null where the data cannot say.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "rnem/evaluation/evaluation_summary.h"
#include "rnem/evaluation/probe.h"
#include "rnem/evaluation/simulation_summary.h"

namespace rnem::evaluation {

nlohmann::ordered_json report_json(const EvaluationSummary& summary);
nlohmann::ordered_json report_json(const SimulationSummary& summary);
nlohmann::ordered_json report_json(const Probe& probe, const RunNames& names);

// NaN and infinities become null.
nlohmann::ordered_json json_number(double value);

}  // namespace rnem::evaluation
