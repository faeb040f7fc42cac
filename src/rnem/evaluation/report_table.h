// What was found out, as tables for people.
#pragma once

#include <string>

#include "rnem/evaluation/evaluation_summary.h"
#include "rnem/evaluation/probe.h"
#include "rnem/evaluation/simulation_summary.h"

namespace rnem::evaluation {

// What applies, in groups: names, units, which way is better, 95 % intervals (evaluation_table.cc).
std::string report_table(const EvaluationSummary& summary);

// The steps, the simulated ones beside what they are measured against, single numbers, and what
// came of it in a few sentences.
std::string report_table(const SimulationSummary& summary);

std::string report_table(const Probe& probe, const RunNames& names);

}  // namespace rnem::evaluation
