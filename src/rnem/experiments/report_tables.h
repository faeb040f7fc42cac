// The tables of a reproduction's report.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rnem/experiments/report_table.h"
#include "rnem/experiments/results.h"

namespace rnem::experiments {

// Each has the methods of a set-up that are done; nothing when none is.
using MaybeTable = std::optional<ReportTable>;

MaybeTable claims_table(const Results& results, Setup setup);
// Methods on balls in test `kind`, "eval" or "extrapolate".
MaybeTable balls_table(const Results& results, Setup setup, const char* kind);
// "simulate" or "extrapolate-simulate"
MaybeTable simulation_table(const Results& results, Setup setup, const char* kind);
MaybeTable curtain_table(const Results& results, Setup setup);
MaybeTable hidden_table(const Results& results, Setup setup);
MaybeTable game_table(const Results& results, Setup setup);
MaybeTable shapes_table(const Results& results, Setup setup);
MaybeTable ablation_table(const Results& results, Setup setup);
MaybeTable training_table(const Results& results, Setup setup);

ReportTable machine_table(const Reproduction& reproduction, const std::vector<Part>& parts);
ReportTable parts_table(const Reproduction& reproduction, const std::vector<Part>& parts);

// Seconds of one core that all parts took, and how many are done.
struct Effort {
  double core_seconds = 0;
  std::size_t done = 0;
};
Effort effort_of(const Reproduction& reproduction, const std::vector<Part>& parts);

}  // namespace rnem::experiments
