#include "rnem/evaluation/rollout_report.h"

#include <gtest/gtest.h>

#include "rnem/metrics/shared_component.h"

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
  return s;
}

TEST(RolloutReport, SplitsByShareAndMeasuresAreasWhereTheTruthEnds) {
  nlohmann::ordered_json report;
  add_rollout_numbers(three_sequences(), report);
  EXPECT_DOUBLE_EQ(report["simulated_bce_separate"], 2.5);
  EXPECT_DOUBLE_EQ(report["simulated_bce_shared"], 25.0);
  EXPECT_DOUBLE_EQ(report["simulated_position_error_shared"], 25.0);
  EXPECT_NEAR(report["shared_component"], 1.0 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(report["area_at_end"], (2.0 + 2 + 20) / 6);
  EXPECT_DOUBLE_EQ(report["intervals"]["simulated_bce_shared"][0], 25.0);
  EXPECT_LT(report["intervals"]["simulated_bce"][0], report["intervals"]["simulated_bce"][1]);
}

TEST(RolloutReport, OfOneComponentHasNoSplit) {
  Simulation s = three_sequences();
  s.by_sequence["shared_component"].assign(3, kUnknown);
  nlohmann::ordered_json report;
  add_rollout_numbers(s, report);
  EXPECT_TRUE(report["simulated_bce_shared"].is_null());
  EXPECT_TRUE(report["shared_component"].is_null());
}

TEST(SharedComponent, LooksAtTheLeadersOfTheChosenSteps) {
  ObjectTruth truth;
  truth.objects = 2;
  Tracks tracks;
  tracks.steps = 2, tracks.k = 3;
  // step 0: component 0 leads both; step 1: each its own; object 1 by more pixels than before
  tracks.owned = {9, 1, 0, 8, 0, 0, /**/ 9, 0, 0, 0, 9, 0};
  EXPECT_TRUE(shares_component(truth, tracks, 0, 1));
  EXPECT_FALSE(shares_component(truth, tracks, 1, 2));
  EXPECT_FALSE(shares_component(truth, tracks, 0, 2));
  tracks.owned.assign(12, 0);  // nothing is seen, so nothing is shared
  EXPECT_FALSE(shares_component(truth, tracks, 0, 2));
}

}  // namespace
}  // namespace rnem::evaluation
