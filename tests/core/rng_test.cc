#include "rnem/rng.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace rnem {
namespace {

TEST(Rng, StreamIsAFunctionOfSeedNameAndIndices) {
  EXPECT_EQ(Rng(1, "noise", 2, 3).bits(), Rng(1, "noise", 2, 3).bits());
  std::set<std::uint64_t> first = {Rng(1, "noise", 2, 3).bits(), Rng(2, "noise", 2, 3).bits(),
                                   Rng(1, "gamma", 2, 3).bits(), Rng(1, "noise", 3, 2).bits(),
                                   Rng(1, "noise", 2, 4).bits()};
  EXPECT_EQ(first.size(), 5u);
}

TEST(Rng, BitsNeverChangeBetweenVersions) {
  // datasets are identified by their seed: another sequence here breaks every published number
  Rng rng(42, "golden");
  EXPECT_EQ(rng.bits(), 11733396593273813988ULL);
}

TEST(Rng, UniformAndNormalHaveTheirMoments) {
  Rng rng(7, "moments");
  constexpr int kDraws = 200000;
  double sum_u = 0, sum_n = 0, sum_nn = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double u = rng.uniform(), n = rng.normal();
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    sum_u += u;
    sum_n += n;
    sum_nn += n * n;
  }
  // five standard errors of the mean
  EXPECT_NEAR(sum_u / kDraws, 0.5, 5 * std::sqrt(1.0 / 12 / kDraws));
  EXPECT_NEAR(sum_n / kDraws, 0.0, 5 * std::sqrt(1.0 / kDraws));
  EXPECT_NEAR(sum_nn / kDraws, 1.0, 5 * std::sqrt(2.0 / kDraws));
}

TEST(Rng, BelowCoversItsRangeEvenly) {
  Rng rng(9, "below");
  int counts[6] = {};
  for (int i = 0; i < 60000; ++i) ++counts[rng.below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 5 * std::sqrt(10000.0 * 5 / 6));
}

}  // namespace
}  // namespace rnem
