#include "rnem/metrics/roc.h"

#include <gtest/gtest.h>

#include "rnem/rng.h"

namespace rnem::metrics {
namespace {

TEST(RocAuc, KnowsSeparatedInvertedAndTiedScores) {
  EXPECT_EQ(roc_auc({{0.1f, false}, {0.2f, false}, {0.8f, true}}), 1.0);
  EXPECT_EQ(roc_auc({{0.9f, false}, {0.2f, true}}), 0.0);
  EXPECT_EQ(roc_auc({{0.5f, false}, {0.5f, true}, {0.5f, true}}), 0.5);
  // pairs (positive, negative): 3 > 1, 3 = 3 (half), 2 > 1, 2 < 3: 2.5 of 4
  EXPECT_EQ(roc_auc({{3, true}, {2, true}, {1, false}, {3, false}}), 2.5 / 4);
}

TEST(RocAuc, SaysNothingAboutASingleClass) {
  EXPECT_FALSE(roc_auc({}).has_value());
  EXPECT_FALSE(roc_auc({{1, true}, {2, true}}).has_value());
  EXPECT_FALSE(roc_auc({{1, false}}).has_value());
}

TEST(RocAuc, EqualsTheShareOfOrderedPairs) {
  Rng rng(2, "roc");
  std::vector<Scored> examples;
  for (int i = 0; i < 200; ++i) {
    const bool positive = rng.flip(0.3);
    examples.push_back({static_cast<float>(rng.below(20)) + (positive ? 3.0f : 0.0f), positive});
  }
  double won = 0, pairs = 0;
  for (const Scored& p : examples) {
    for (const Scored& n : examples) {
      if (!p.positive || n.positive) continue;
      ++pairs;
      won += p.score > n.score ? 1.0 : p.score == n.score ? 0.5 : 0.0;
    }
  }
  EXPECT_NEAR(roc_auc(examples).value(), won / pairs, 1e-12);
}

}  // namespace
}  // namespace rnem::metrics
