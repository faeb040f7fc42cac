#include "rnem/evaluation/simulation_summary.h"

#include <gtest/gtest.h>

#include "rnem/evaluation/report_json.h"

namespace rnem::evaluation {
namespace {

// Three sequences of two observed and two simulated steps; in the last one component holds two
// objects, and its numbers are ten times as large.
Simulation three_sequences() {
  Simulation s;
  s.sequences = 3, s.observe = 2, s.steps = 4, s.k = 5;
  for (const char* key : {"bce", "position_error", "object_drift", "area", "faint_area"}) {
    Series series(3, 4);
    for (int n = 0; n < 3; ++n) {
      for (int t = 0; t < 4; ++t) series.at(n, t) = n == 2 ? 10.0 * t : t;
    }
    s.by_step.emplace(key, series);
  }
  Series truth(3, 4);
  for (int n = 0; n < 3; ++n) {
    for (int t = 0; t < 3; ++t) truth.at(n, t) = 2;  // the last frame is beyond the data
  }
  s.by_step.emplace("true_area", truth);
  s.by_sequence["shared_component"] = {0, 0, 1};
  // not known here
  for (const char* key : {"baseline_bce", "position_missing", "straight", "limit", "alive",
                          "all_alive", "carried", "all_carried", "energy", "true_energy"}) {
    s.by_step.emplace(key, Series(3, 4));
  }
  for (const char* key : {"held", "overlaps", "jumps", "size_changes", "outside", "lawful"}) {
    s.by_sequence[key].assign(3, kUnknown);
  }
  return s;
}

TEST(SimulationSummary, SplitsByShareAndMeasuresAreasWhereTheTruthEnds) {
  const SimulationSummary s = summarise(three_sequences(), {"m", "d", "test"});
  EXPECT_DOUBLE_EQ(s.bce_separate->value, 2.5);
  EXPECT_DOUBLE_EQ(s.bce_shared->value, 25.0);
  EXPECT_DOUBLE_EQ(s.position_error_shared->value, 25.0);
  EXPECT_NEAR(s.shared_component->value, 1.0 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(s.area_at_end->value, (2.0 + 2 + 20) / 6);
  EXPECT_DOUBLE_EQ(s.bce_shared->low, 25.0);
  EXPECT_LT(s.bce->low, s.bce->high);
}

TEST(SimulationSummary, OfOneComponentHasNoSplit) {
  Simulation one = three_sequences();
  one.by_sequence["shared_component"].assign(3, kUnknown);
  const SimulationSummary s = summarise(one, {"m", "d", "test"});
  EXPECT_FALSE(s.bce_shared.has_value());
  EXPECT_FALSE(s.shared_component.has_value());
}

TEST(SimulationSummary, HasTheDocumentedKeysInOrder) {
  const auto report = report_json(summarise(three_sequences(), {"m", "d", "test"}));
  std::vector<std::string> keys, intervals, after;
  for (const auto& [key, value] : report.items()) {
    if (!key.ends_with("_per_step")) keys.push_back(key);
  }
  for (const auto& [key, value] : report["intervals"].items()) intervals.push_back(key);
  for (const auto& [key, value] : report["after"]["1"].items()) after.push_back(key);
  const std::vector<std::string> expected = {"model",
                                             "dataset",
                                             "split",
                                             "sequences",
                                             "k",
                                             "observe",
                                             "steps",
                                             "noise",
                                             "finite",
                                             "simulated_bce",
                                             "simulated_baseline_bce",
                                             "simulated_position_error",
                                             "simulated_object_drift",
                                             "start_position_error",
                                             "start_velocity_error",
                                             "after",
                                             "energy",
                                             "true_energy",
                                             "energy_ratio",
                                             "held",
                                             "overlaps",
                                             "jumps",
                                             "size_changes",
                                             "outside",
                                             "lawful",
                                             "absent",
                                             "intervals",
                                             "area_at_end",
                                             "faint_area_at_end",
                                             "shared_component",
                                             "simulated_bce_shared",
                                             "simulated_bce_separate",
                                             "simulated_position_error_shared",
                                             "simulated_position_error_separate"};
  EXPECT_EQ(keys, expected);
  const std::vector<std::string> with_interval = {"simulated_bce",
                                                  "simulated_position_error",
                                                  "simulated_object_drift",
                                                  "area_at_end",
                                                  "faint_area_at_end",
                                                  "shared_component",
                                                  "simulated_bce_shared",
                                                  "simulated_bce_separate",
                                                  "simulated_position_error_shared",
                                                  "simulated_position_error_separate"};
  EXPECT_EQ(intervals, with_interval);
  const std::vector<std::string> row = {
      "position_error", "position_missing", "straight",    "limit",         "alive",
      "all_alive",      "carried",          "all_carried", "ratio_to_limit"};
  EXPECT_EQ(after, row);
  EXPECT_EQ(report["after"].size(), 1U);  // two simulated steps
  EXPECT_EQ(report["bce_per_step"].size(), 4U);
}

}  // namespace
}  // namespace rnem::evaluation
