#include "rnem/evaluation/simulation_summary.h"

#include <array>
#include <cmath>

namespace rnem::evaluation {
namespace {

constexpr std::uint64_t kBootstrapSeed = 1;

// Simulated steps at which the numbers are given one by one.
constexpr std::array<std::int64_t, 13> kAfter = {1,   5,   10,   20,   30,   50,   100,
                                                 200, 500, 1000, 2000, 5000, 10000};

double ratio(double above, double below) { return below > 0 ? above / below : kUnknown; }

SimulationSummary::Mean estimated(const std::vector<double>& values) {
  return mean_estimate(values, kBootstrapSeed);
}

// Those of `values` whose sequence has `group` in `groups`, the others unknown.
std::vector<double> only(std::vector<double> values, const std::vector<double>& groups,
                         double group) {
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (groups[n] != group) values[n] = kUnknown;
  }
  return values;
}

// The last step whose truth is known.
std::int64_t last_known(const Series& series) {
  const auto means = series.per_step();
  std::int64_t last = series.steps() - 1;
  while (last > 0 && std::isnan(means[last])) --last;
  return last;
}

std::vector<SimulationSummary::After> rows_after(const Simulation& s) {
  std::vector<SimulationSummary::After> rows;
  for (const std::int64_t n : kAfter) {
    if (s.observe + n > s.steps) break;
    const auto mean = [&](const char* key) {
      const std::int64_t t = s.observe + n - 1;
      return mean_of(s.by_step.at(key).per_sequence(t, t + 1));
    };
    SimulationSummary::After row{.steps = n};
    row.position_error = mean("position_error");
    row.position_missing = mean("position_missing");
    row.straight = mean("straight");
    row.limit = mean("limit");
    row.alive = mean("alive");
    row.all_alive = mean("all_alive");
    row.carried = mean("carried");
    row.all_carried = mean("all_carried");
    row.ratio_to_limit = ratio(row.position_error, row.limit);
    rows.push_back(row);
  }
  return rows;
}

void add_physics(const Simulation& s, SimulationSummary& summary) {
  summary.energy = mean_of(s.simulated("energy"));
  summary.true_energy = mean_of(s.simulated("true_energy"));
  summary.energy_ratio = ratio(summary.energy, summary.true_energy);
  const auto mean = [&](const char* key) { return mean_of(s.by_sequence.at(key)); };
  summary.held = mean("held");
  summary.overlaps = mean("overlaps");
  summary.jumps = mean("jumps");
  summary.size_changes = mean("size_changes");
  summary.outside = mean("outside");
  summary.lawful = mean("lawful");
}

void add_failures(const Simulation& s, SimulationSummary& summary) {
  const Series& truth = s.by_step.at("true_area");
  const std::int64_t end = last_known(truth);
  const auto area = [&](const char* key) {
    return ratio_estimate(s.by_step.at(key).per_sequence(end, end + 1),
                          truth.per_sequence(end, end + 1), kBootstrapSeed);
  };
  summary.area_at_end = area("area");
  summary.faint_area_at_end = area("faint_area");
  const auto& shared = s.by_sequence.at("shared_component");
  summary.shared_component = estimated(shared);
  summary.bce_shared = estimated(only(s.simulated("bce"), shared, 1));
  summary.bce_separate = estimated(only(s.simulated("bce"), shared, 0));
  summary.position_error_shared = estimated(only(s.simulated("position_error"), shared, 1));
  summary.position_error_separate = estimated(only(s.simulated("position_error"), shared, 0));
}

}  // namespace

SimulationSummary summarise(const Simulation& s, const RunNames& names) {
  SimulationSummary summary;
  summary.names = names;
  summary.sequences = s.sequences;
  summary.k = s.k;
  summary.observe = s.observe;
  summary.steps = s.steps;
  summary.noise = s.noise;
  summary.finite = s.finite;
  summary.bce = estimated(s.simulated("bce"));
  summary.position_error = estimated(s.simulated("position_error"));
  summary.object_drift = estimated(s.simulated("object_drift"));
  summary.baseline_bce = mean_of(s.simulated("baseline_bce"));
  if (s.start_error) {
    summary.start_position_error = s.start_error->position;
    summary.start_velocity_error = s.start_error->velocity;
  }
  summary.after = rows_after(s);
  add_physics(s, summary);
  add_failures(s, summary);
  summary.absent = s.absent;
  for (const auto& [key, series] : s.by_step) summary.per_step[key] = series.per_step();
  return summary;
}

std::vector<ReportNumber> simulated_numbers(const SimulationSummary& s) {
  return {{"simulated_bce", s.bce},
          {"simulated_baseline_bce", s.baseline_bce},
          {"simulated_position_error", s.position_error},
          {"simulated_object_drift", s.object_drift}};
}

std::vector<ReportNumber> start_numbers(const SimulationSummary& s) {
  return {{"start_position_error", s.start_position_error},
          {"start_velocity_error", s.start_velocity_error}};
}

std::vector<ReportNumber> numbers(const SimulationSummary::After& a) {
  return {{"position_error", a.position_error},
          {"position_missing", a.position_missing},
          {"straight", a.straight},
          {"limit", a.limit},
          {"alive", a.alive},
          {"all_alive", a.all_alive},
          {"carried", a.carried},
          {"all_carried", a.all_carried},
          {"ratio_to_limit", a.ratio_to_limit}};
}

std::vector<ReportNumber> physical_numbers(const SimulationSummary& s) {
  return {{"energy", s.energy},
          {"true_energy", s.true_energy},
          {"energy_ratio", s.energy_ratio},
          {"held", s.held},
          {"overlaps", s.overlaps},
          {"jumps", s.jumps},
          {"size_changes", s.size_changes},
          {"outside", s.outside},
          {"lawful", s.lawful}};
}

std::vector<ReportNumber> failure_numbers(const SimulationSummary& s) {
  return {{"area_at_end", s.area_at_end},
          {"faint_area_at_end", s.faint_area_at_end},
          {"shared_component", s.shared_component},
          {"simulated_bce_shared", s.bce_shared},
          {"simulated_bce_separate", s.bce_separate},
          {"simulated_position_error_shared", s.position_error_shared},
          {"simulated_position_error_separate", s.position_error_separate}};
}

}  // namespace rnem::evaluation
