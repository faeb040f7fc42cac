// What was found out, as tables for people.
#pragma once

#include <string>

#include "rnem/evaluation/evaluation_summary.h"
#include "rnem/evaluation/probe.h"
#include "rnem/evaluation/simulation_summary.h"

namespace rnem::evaluation {

// A line for every number, with its 95 % interval.
std::string report_table(const EvaluationSummary& summary);

// The steps, the simulated ones beside what they are measured against, and single numbers.
std::string report_table(const SimulationSummary& summary);

std::string report_table(const Probe& probe, const RunNames& names);

}  // namespace rnem::evaluation
