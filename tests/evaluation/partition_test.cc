#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "places.h"
#include "rnem/core/atomic_file.h"
#include "rnem/metrics/grouping.h"
#include "rnem/metrics/mutual_information.h"
#include "rnem/rng.h"
#include "temporary_folder.h"

namespace rnem::evaluation {
namespace {

using Labels = std::vector<int>;

// ARI through the function that takes pictures; objects have ids from 1.
double rand_index(const Labels& components, const Labels& objects) {
  const auto n = static_cast<std::int64_t>(components.size());
  torch::Tensor component = torch::empty({1, n}, torch::kInt64);
  torch::Tensor object = torch::empty({1, n}, torch::kUInt8);
  for (std::int64_t i = 0; i < n; ++i) {
    component[0][i] = components[i];
    object[0][i] = objects[i] + 1;
  }
  return metrics::adjusted_rand_index(component, object, /*k=*/256).item<double>();
}

TEST(AdjustedMutualInformation, KnowsSimplePartitions) {
  EXPECT_DOUBLE_EQ(metrics::adjusted_mutual_information(Labels{0, 0, 1, 1}, Labels{5, 5, 2, 2}),
                   1.0);
  EXPECT_DOUBLE_EQ(metrics::adjusted_mutual_information(Labels{}, Labels{}), 1.0);
  EXPECT_DOUBLE_EQ(metrics::adjusted_mutual_information(Labels{3, 3}, Labels{1, 1}), 1.0);
  EXPECT_NEAR(metrics::adjusted_mutual_information(Labels{0, 0, 0, 0}, Labels{0, 1, 2, 3}), 0.0,
              1e-12);
  EXPECT_DOUBLE_EQ(metrics::adjusted_mutual_information(Labels{0, 1, 2}, Labels{2, 0, 1}), 1.0);
  // crossed halves agree less than chance: MI 0, H = log 2, E[MI] = log(2)/3, so -1/2
  EXPECT_NEAR(metrics::adjusted_mutual_information(Labels{0, 0, 1, 1}, Labels{0, 1, 0, 1}), -0.5,
              1e-12);
}

TEST(Partitions, AgreeWithScikitLearn) {
  Rng rng(4, "partitions");
  nlohmann::json cases;
  const auto add = [&](const Labels& a, const Labels& b) {
    cases.push_back({{"a", a},
                     {"b", b},
                     {"ari", rand_index(a, b)},
                     {"ami", metrics::adjusted_mutual_information(a, b)}});
  };
  for (int trial = 0; trial < 60; ++trial) {
    // more items than groups: with all items apart in both, scikit-learn's AMI is 0 or 1 by
    // rounding
    const std::size_t n = 12 + rng.below(trial < 50 ? 60 : 600);
    const std::uint64_t groups_a = 1 + rng.below(8), groups_b = 1 + rng.below(8);
    const double agreement = rng.uniform();
    Labels a, b;
    for (std::size_t i = 0; i < n; ++i) {
      a.push_back(static_cast<int>(rng.below(groups_a)));
      b.push_back(rng.flip(agreement) ? a.back() : static_cast<int>(rng.below(groups_b)));
    }
    add(a, b);
    add(a, a);
  }
  // one group against many, all apart, one item
  add({0, 0, 0, 0, 0}, {0, 1, 2, 3, 4});
  add({0, 1, 2, 3, 4}, {0, 0, 0, 0, 0});
  add({0, 0, 0}, {1, 1, 1});
  add({0}, {0});
  add({0, 1}, {0, 0});
  add({0, 1, 2, 3, 4}, {0, 1, 2, 3, 3});

  const rnem::testing::TemporaryFolder folder;
  write_file(folder / "partitions.json", cases.dump());
  const std::string command = "/usr/bin/python3 " +
                              rnem::testing::in_source("tests/evaluation/compare_sklearn.py") +
                              " " + (folder / "partitions.json").string();
  EXPECT_EQ(std::system(command.c_str()), 0);

  // the comparison itself can fail
  cases[0]["ami"] = cases[0]["ami"].get<double>() + 1e-6;
  write_file(folder / "partitions.json", cases.dump());
  EXPECT_NE(std::system(command.c_str()), 0);
}

}  // namespace
}  // namespace rnem::evaluation
