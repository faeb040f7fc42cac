// The table of an evaluation as people read it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "rnem/evaluation/report_table.h"

namespace rnem::evaluation {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

EvaluationSummary summary_of_pictures() {
  EvaluationSummary summary;
  summary.names = {"m", "d", "test"};
  summary.sequences = 7;
  summary.k = 3;
  summary.steps = 8;
  summary.bce = Estimate{12.5, 11.25, 13.75};
  summary.per_step["upper_intra"] = {12.5};
  return summary;
}

TEST(EvaluationTable, NamesUnitsDirectionAndInterval) {
  const std::string table = report_table(summary_of_pictures());
  EXPECT_THAT(table, HasSubstr("data      d, test, 7 sequences\n"));
  EXPECT_THAT(table, ContainsRegex("last frame \\(BCE\\) +12.5  11.25 .. 13.75 +nats, lower\n"));
  EXPECT_THAT(table, Not(HasSubstr("per_step"))) << "steps are for programs";
}

TEST(EvaluationTable, SaysWhyANumberIsMissing) {
  EvaluationSummary summary = summary_of_pictures();
  EXPECT_THAT(report_table(summary), ContainsRegex("ARI, all steps +-  the data has no groups"));
  EXPECT_THAT(report_table(summary),
              ContainsRegex("colliding objects +-  the data marks no collisions"));
  summary.per_step["ari"] = {0.5};
  summary.ari = Estimate{0.5, 0.4, 0.6};
  EXPECT_THAT(report_table(summary), ContainsRegex("ARI after step 10 +-  needs more than 10"));
  summary.objects = Estimate{4, 4, 4};
  summary.k = 1;
  EXPECT_THAT(report_table(summary),
              ContainsRegex("position error +-  one component holds all objects"));
}

TEST(EvaluationTable, LeavesOutGroupsThatDoNotApply) {
  EvaluationSummary summary = summary_of_pictures();
  EXPECT_THAT(report_table(summary), Not(HasSubstr("\nattention")));
  EXPECT_THAT(report_table(summary), Not(HasSubstr("\ncurtain")));
  summary.attends = true;
  summary.attention_auc = 0.75;
  summary.curtain_returns = 3;
  EXPECT_THAT(report_table(summary), ContainsRegex("area of ROC\\) +0.75 +higher\n"));
  EXPECT_THAT(report_table(summary), ContainsRegex("objects that vanish and return +3\n"));
}

TEST(EvaluationTable, FitsAWindowOfEightyColumns) {
  EvaluationSummary summary = summary_of_pictures();
  const Estimate wide{0.00012345678, 0.00011111111, 0.00099999999};
  summary.per_step["ari"] = summary.per_step["relational_upper_intra"] = {0.5};
  for (auto* mean :
       {&summary.loss, &summary.relational_bce, &summary.ari, &summary.object_entropy,
        &summary.objects, &summary.objects_found, &summary.position_error,
        &summary.position_missing, &summary.attention_colliding, &summary.reappearance_missing}) {
    *mean = wide;
  }
  summary.attends = true;
  summary.reappearances = summary.curtain_returns = 3;
  summary.hidden_position_share = 0.123456789;
  summary.starts = {3, 1.23456789, 0.123456789};
  for (const EvaluationSummary& shown : {summary_of_pictures(), summary}) {
    std::istringstream table(report_table(shown));
    for (std::string line; std::getline(table, line);) EXPECT_LE(line.size(), 80U) << line;
  }
}

TEST(SimulationTable, EndsInAFewSentences) {
  SimulationSummary summary;
  summary.names = {"m", "d", "test"};
  summary.observe = 1;
  summary.steps = 3;
  for (const char* key : {"bce", "baseline_bce", "position_error", "objects", "true_objects"}) {
    summary.per_step[key] = {1, 2, 3};
  }
  summary.bce = Estimate{12.5, 11, 13};
  summary.baseline_bce = 99;
  summary.position_error = Estimate{1, 1, 1};
  summary.after.push_back({.steps = 2, .position_error = 1.5, .limit = 0.25});
  const std::string table = report_table(summary);
  const std::string end = table.substr(table.find("in short, 2 steps ahead\n"));
  EXPECT_THAT(end, HasSubstr("12.5 nats a frame (lower is better); a still picture: 99\n"));
  EXPECT_THAT(end, HasSubstr("1.5 px off after 2 steps; the limit 0.25\n"));
  EXPECT_THAT(end, Not(HasSubstr("physics"))) << "what is not known is left out";
}

}  // namespace
}  // namespace rnem::evaluation
