// A simulation over its sequences and steps: the numbers that are reported.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rnem/evaluation/report_number.h"
#include "rnem/evaluation/simulate.h"

namespace rnem::evaluation {

// docs/evaluation.md says what each is. Nothing or kUnknown where the data cannot say; `absent`
// says why.
struct SimulationSummary {
  using Mean = std::optional<Estimate>;

  RunNames names;
  std::int64_t sequences = 0, k = 0, observe = 0, steps = 0;
  double noise = 0;
  bool finite = true;

  // over the simulated steps
  Mean bce, position_error, object_drift;
  double baseline_bce = kUnknown;

  // when it was let go, pixels
  double start_position_error = kUnknown, start_velocity_error = kUnknown;

  // after so many simulated steps
  struct After {
    std::int64_t steps = 0;
    double position_error = kUnknown, position_missing = kUnknown;
    double straight = kUnknown, limit = kUnknown, ratio_to_limit = kUnknown;
    double alive = kUnknown, all_alive = kUnknown, carried = kUnknown, all_carried = kUnknown;
  };
  std::vector<After> after;

  // how physical it is
  double energy = kUnknown, true_energy = kUnknown, energy_ratio = kUnknown;
  double held = kUnknown, overlaps = kUnknown, jumps = kUnknown, size_changes = kUnknown;
  double outside = kUnknown, lawful = kUnknown;

  // drawn / true pixels at the last step whose truth is known
  Mean area_at_end, faint_area_at_end;
  // the share of sequences in which one component holds two objects; these and the others apart
  Mean shared_component;
  Mean bce_shared, bce_separate, position_error_shared, position_error_separate;

  std::map<std::string, std::string> absent;            // why a key has no numbers
  std::map<std::string, std::vector<double>> per_step;  // Simulation::by_step, means [T]
};

SimulationSummary summarise(const Simulation& simulation, const RunNames& names);

// Each in the order of reports.
std::vector<ReportNumber> simulated_numbers(const SimulationSummary& summary);
std::vector<ReportNumber> start_numbers(const SimulationSummary& summary);
std::vector<ReportNumber> numbers(const SimulationSummary::After& after);
std::vector<ReportNumber> physical_numbers(const SimulationSummary& summary);
std::vector<ReportNumber> failure_numbers(const SimulationSummary& summary);

}  // namespace rnem::evaluation
