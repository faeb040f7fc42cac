#include "rnem/metrics/grouping.h"

#include <gtest/gtest.h>

#include <vector>

#include "rnem/rng.h"

namespace rnem::metrics {
namespace {

// ARI of one row of components against one row of objects.
double index_of(const std::vector<std::int64_t>& components, const std::vector<int>& objects,
                std::int64_t k) {
  const auto pixels = static_cast<std::int64_t>(components.size());
  return adjusted_rand_index(torch::tensor(components).reshape({1, pixels}),
                             torch::tensor(objects).to(torch::kUInt8).reshape({1, pixels}), k)
      .item<double>();
}

TEST(AdjustedRandIndex, IsOneForTheSamePartitionUnderOtherNames) {
  EXPECT_EQ(index_of({0, 0, 1, 1, 2, 2}, {3, 3, 1, 1, 2, 2}, 3), 1.0);
}

TEST(AdjustedRandIndex, HasTheValuesOfItsDefinition) {
  // (pairs together in both - e) / ((a + b) / 2 - e), e = a b / all pairs, by hand
  EXPECT_NEAR(index_of({0, 0, 1, 2}, {1, 1, 2, 2}, 3), 4.0 / 7, 1e-15);
  EXPECT_NEAR(index_of({0, 1, 0, 1}, {1, 1, 2, 2}, 2), -0.5, 1e-15);
  EXPECT_NEAR(index_of({0, 0, 0, 1, 1, 1, 2, 2}, {1, 1, 2, 2, 3, 3, 3, 3}, 4), 2.0 / 11, 1e-15);
}

TEST(AdjustedRandIndex, FollowsScikitLearnWhereThereIsNothingToTellApart) {
  EXPECT_EQ(index_of({0, 0, 0}, {1, 1, 1}, 2), 1.0);  // one group in either
  EXPECT_EQ(index_of({0, 1, 2}, {1, 2, 3}, 3), 1.0);  // every pixel alone in either
  EXPECT_EQ(index_of({0, 1, 2}, {0, 0, 0}, 3), 1.0);  // no pixel counts
  EXPECT_EQ(index_of({0, 0, 0, 0}, {1, 1, 2, 2}, 2), 0.0);
}

TEST(AdjustedRandIndex, BackgroundAndOverlapDoNotCount) {
  EXPECT_EQ(index_of({0, 0, 1, 1}, {1, 1, 2, 2}, 2),
            index_of({0, 1, 0, 0, 1, 1, 0}, {1, 0, 1, 0, 2, 2, 0}, 2));
}

TEST(AdjustedRandIndex, TakesTheLargestGammaOfEverySequence) {
  const torch::Tensor gamma = torch::tensor(
      {{{0.6, 0.7, 0.2, 0.1}, {0.4, 0.3, 0.8, 0.9}}, {{0.6, 0.2, 0.7, 0.1}, {0.4, 0.8, 0.3, 0.9}}});
  const torch::Tensor groups = torch::tensor({{1, 1, 2, 2}, {1, 1, 2, 2}}).to(torch::kUInt8);
  const torch::Tensor ari = adjusted_rand_index(gamma, groups);
  EXPECT_EQ(ari.scalar_type(), torch::kFloat64);
  EXPECT_EQ(ari[0].item<double>(), 1.0);
  EXPECT_NEAR(ari[1].item<double>(), -0.5, 1e-15);
}

TEST(AdjustedRandIndex, IsAboutZeroByChance) {
  Rng rng(1, "chance");
  constexpr int kPixels = 20000;
  std::vector<std::int64_t> components;
  std::vector<int> objects;
  for (int i = 0; i < kPixels; ++i) {
    components.push_back(static_cast<std::int64_t>(rng.below(64)));
    objects.push_back(static_cast<int>(rng.below(255)) + 1);
  }
  EXPECT_NEAR(index_of(components, objects, 64), 0.0, 0.01);
}

}  // namespace
}  // namespace rnem::metrics
