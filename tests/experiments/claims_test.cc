#include "rnem/experiments/claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rnem/core/atomic_file.h"
#include "rnem/experiments/publish.h"
#include "temporary_folder.h"

namespace rnem::experiments {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

constexpr double kNone = kNotPublished;

Measured seeds(std::vector<double> values) { return {std::move(values), kNone, kNone}; }

TEST(Verdicts, NeedIntervalsThatDoNotOverlap) {
  EXPECT_EQ(is_below(seeds({1, 2}), seeds({3, 4})), Verdict::kAgrees);
  EXPECT_EQ(is_below(seeds({3, 4}), seeds({1, 2})), Verdict::kDiffers);
  EXPECT_EQ(is_below(seeds({1, 3}), seeds({2, 4})), Verdict::kCannotTell);
  EXPECT_EQ(is_below(seeds({}), seeds({2, 4})), Verdict::kNotMeasured);
  EXPECT_EQ(is_above(seeds({2, 3}), 1), Verdict::kAgrees);
  EXPECT_EQ(is_above(seeds({2, 3}), 2.5), Verdict::kCannotTell);
  EXPECT_EQ(is_below(seeds({2, 3}), 1), Verdict::kDiffers);
}

TEST(Verdicts, OfASingleSeedUseTheIntervalOverSequences) {
  EXPECT_EQ(is_below({{1}, 0.5, 1.5}, {{1.4}, 1.2, 1.6}), Verdict::kCannotTell);
  EXPECT_EQ(is_below({{1}, 0.9, 1.1}, {{1.4}, 1.2, 1.6}), Verdict::kAgrees);
  // of several, seeds speak for themselves
  EXPECT_EQ(is_below({{1, 1.1}, 0.5, 1.5}, {{1.4, 1.5}, 1.2, 1.6}), Verdict::kAgrees);
}

TEST(Verdicts, AsGoodIsWithinAShare) {
  EXPECT_EQ(is_about(seeds({1.05}), seeds({1}), 0.1), Verdict::kAgrees);
  EXPECT_EQ(is_about(seeds({1.2, 1.3}), seeds({1, 1.1}), 0.1), Verdict::kDiffers);
  EXPECT_EQ(is_about(seeds({1.0, 1.6}), seeds({0.9, 1.1}), 0.1), Verdict::kCannotTell);
  EXPECT_EQ(is_about(seeds({}), 1, 0.1), Verdict::kNotMeasured);
}

TEST(Verdicts, OfSeveralAreTheWorst) {
  using enum Verdict;
  EXPECT_EQ(all_of({kAgrees, kAgrees}), kAgrees);
  EXPECT_EQ(all_of({kAgrees, kCannotTell}), kCannotTell);
  EXPECT_EQ(all_of({kCannotTell, kNotMeasured}), kNotMeasured);
  EXPECT_EQ(all_of({kNotMeasured, kDiffers, kAgrees}), kDiffers);
}

TEST(MeasuredCell, HasMeanSpreadAndInterval) {
  EXPECT_EQ(measured_cell(seeds({}), 2), "–");
  EXPECT_EQ(measured_cell(seeds({1}), 1), "1.0");
  EXPECT_EQ(measured_cell({{1, 2}, 1.4, 1.6}, 1), "1.5 (1.0–2.0) ±0.1");
  EXPECT_EQ(difference_text(seeds({1.2}), seeds({1})), "+20 %");
  EXPECT_EQ(difference_text(seeds({0.9}), 1), "−10 %");
  EXPECT_EQ(difference_text(seeds({1.001}), 1), "0 %");
  EXPECT_EQ(difference_text(seeds({1}), 0), "no ratio");
}

// Results made by hand.
class Claims : public ::testing::Test {
 protected:
  void put(const char* method, const char* kind, const std::vector<Json>& by_seed) {
    make_folder(folder_ / "parts");
    make_folder(folder_ / "results");
    for (std::size_t i = 0; i < by_seed.size(); ++i) {
      const Trial trial{Setup::kPublished, &find_method(method), static_cast<std::int64_t>(i + 1)};
      const std::string part = test_part(trial, kind);
      const Json record = {{"settings", ""},
                           {"edition", ""},
                           {"seconds", 1},
                           {"threads", 1},
                           {"made_from", Json::object()},
                           {"result", Json()}};
      write_file(folder_ / "parts" / (part + ".json"), record.dump());
      write_file(folder_ / result_file(part), by_seed[i].dump());
    }
  }
  // The key of every seed.
  void put(const char* method, const char* kind, const char* key,
           const std::vector<double>& values) {
    std::vector<Json> reports;
    for (const double value : values) reports.push_back({{key, value}});
    put(method, kind, reports);
  }

  Claim claim(const std::string& words) const {
    const Results results({find_scale("small"), {Setup::kPublished}, folder_.path()});
    for (const Claim& one : claims(results, Setup::kPublished)) {
      if (one.statement.find(words) != std::string::npos) return one;
    }
    ADD_FAILURE() << "no claim about " << words;
    return {};
  }

  rnem::testing::TemporaryFolder folder_;
};

TEST_F(Claims, OrderAgreesDiffersOrCannotTell) {
  const char* key = "relative_bce";
  EXPECT_EQ(claim("predicts best").verdict, Verdict::kNotMeasured);
  put("balls4-rnem-k5", "eval", key, {0.1, 0.2, 0.15});
  put("balls4-rnnem", "eval", key, {0.3, 0.35, 0.3});
  put("balls4-lstm", "eval", key, {0.4, 0.5});
  put("balls4-rnn", "eval", key, {0.6, 0.7});
  EXPECT_EQ(claim("predicts best").verdict, Verdict::kAgrees);
  EXPECT_THAT(claim("predicts best").found,
              HasSubstr("RNN-EM 0.317 (0.300–0.350), +111 % (agrees)"));
  put("balls4-lstm", "eval", key, {0.3, 0.5});
  EXPECT_EQ(claim("predicts best").verdict, Verdict::kCannotTell);
  put("balls4-lstm", "eval", key, {0.8, 0.9});
  EXPECT_EQ(claim("predicts best").verdict, Verdict::kDiffers);
}

TEST_F(Claims, GrowthIsComparedSeedBySeed) {
  for (const char* method : {"balls4-rnem-k5", "balls4-rnnem", "balls4-rnn"}) {
    put(method, "eval", "relative_bce", {0.2, 0.4});
    put(method, "extrapolate", "relative_bce", {0.4, 0.8});
  }
  put("balls4-lstm", "eval", "relative_bce", {0.2, 0.4});
  put("balls4-lstm", "extrapolate", "relative_bce", {0.6, 1.3});
  const Claim lstm = claim("grows most for the LSTM");
  EXPECT_EQ(lstm.verdict, Verdict::kAgrees);
  EXPECT_THAT(lstm.found, HasSubstr("LSTM 3.12 (3.00–3.25)"));
  EXPECT_THAT(lstm.found, HasSubstr("RNN 2.00 (2.00–2.00)"));
}

TEST_F(Claims, SharedComponentsAndAreas) {
  put("balls4-rnem-k5", "simulate",
      {{{"simulated_bce_shared", 300}, {"simulated_bce_separate", 100}, {"area_at_end", 1.05}}});
  put("balls4-rnn", "simulate", {{{"area_at_end", 1.4}}});
  EXPECT_EQ(claim("one component holds two").verdict, Verdict::kAgrees);
  EXPECT_THAT(claim("one component holds two").found, HasSubstr("+200 %"));
  EXPECT_EQ(claim("have their size").verdict, Verdict::kAgrees);
  put("balls4-rnn", "simulate", {{{"area_at_end", 0.4}}});
  EXPECT_EQ(claim("have their size").verdict, Verdict::kDiffers);
}

TEST_F(Claims, CurtainNumbersAreHeldAgainstThePublishedOnes) {
  put("curtain-rnem", "eval", {{{"bce", 48.0}, {"relational_bce", 2.4}}});
  EXPECT_EQ(claim("curtain R-NEM has a BCE of 46.22").verdict, Verdict::kAgrees);
  put("curtain-rnem", "eval", {{{"bce", 80.0}, {"relational_bce", 2.4}}});
  EXPECT_EQ(claim("curtain R-NEM has a BCE of 46.22").verdict, Verdict::kDiffers);
}

TEST_F(Claims, InstabilityIsCountedInSetbacks) {
  const auto run = [](std::vector<double> losses) {
    Json report = {{"skipped", 0}, {"validations", Json::array()}};
    for (const double loss : losses) report["validations"].push_back({{"loss", loss}});
    return report;
  };
  put("balls4-rnem-k5", "train", {run({3, 2, 1})});
  put("balls4-rnem-k8", "train", {run({3, 2, 1})});
  EXPECT_EQ(claim("unstable").verdict, Verdict::kNotMeasured);
  put("balls4-rnem-k12", "train", {run({3, 2, 2.1})});
  EXPECT_EQ(claim("unstable").verdict, Verdict::kDiffers);
  put("balls4-rnem-k12", "train", {run({3, 1, 2})});
  EXPECT_EQ(claim("unstable").verdict, Verdict::kAgrees);
  put("balls4-rnem-k8", "train", {run({3, 1, 2})});
  EXPECT_EQ(claim("unstable").verdict, Verdict::kCannotTell);
}

}  // namespace
}  // namespace rnem::experiments
