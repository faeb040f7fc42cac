#include "rnem/ops/kernels/adam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ops/every_target.h"
#include "rnem/rng.h"

namespace rnem::kernels {
namespace {

std::vector<float> normals(std::int64_t n, const char* name) {
  Rng rng(1, name);
  std::vector<float> values(n);
  for (float& v : values) v = static_cast<float>(rng.normal());
  return values;
}

TEST(Adam, FollowsItsFormula) {
  const AdamStep step{0.01F, 0.8F, 0.95F, 1e-6F, 0.36F, 0.0975F, 0.5F};
  for_each_machine([&](const std::string& machine) {
    for (const std::int64_t n : {1, 15, 16, 37, 70001}) {
      auto p = normals(n, "p"), m = normals(n, "m"), v = normals(n, "v"), g = normals(n, "g");
      for (float& x : v) x = std::abs(x);
      const auto p0 = p, m0 = m, v0 = v;
      adam_step(step, n, p.data(), m.data(), v.data(), g.data());
      for (std::int64_t i = 0; i < n; ++i) {
        const double gradient = 0.5 * g[i];
        const double first = 0.8 * m0[i] + 0.2 * gradient;
        const double second = 0.95 * v0[i] + 0.05 * gradient * gradient;
        const double change = 0.01 * (first / 0.36) / (std::sqrt(second / 0.0975) + 1e-6);
        ASSERT_NEAR(m[i], first, 1e-6) << machine;
        ASSERT_NEAR(v[i], second, 1e-6) << machine;
        ASSERT_NEAR(p[i], p0[i] - change, 1e-6) << machine;
      }
    }
  });
}

TEST(SumOfSquares, IsExactEnoughAndRepeats) {
  for_each_machine([](const std::string& machine) {
    for (const std::int64_t n : {0, 1, 15, 33, 1023, 1025, 100003}) {
      const auto x = normals(n, "x");
      double expected = 0.0;
      for (const float v : x) expected += double{v} * v;
      const double got = sum_of_squares(x.data(), n);
      EXPECT_NEAR(got, expected, 1e-6 * expected) << machine << ", n = " << n;
      EXPECT_EQ(got, sum_of_squares(x.data(), n)) << machine;
    }
  });
}

}  // namespace
}  // namespace rnem::kernels
