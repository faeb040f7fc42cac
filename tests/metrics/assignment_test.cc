#include "rnem/metrics/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "rnem/rng.h"

namespace rnem::metrics {
namespace {

double total(const std::vector<double>& cost, int columns, const std::vector<int>& column_of) {
  double sum = 0;
  for (std::size_t i = 0; i < column_of.size(); ++i) {
    if (column_of[i] >= 0) sum += cost[i * columns + column_of[i]];
  }
  return sum;
}

// Tries every order of the longer side.
double cheapest_by_trying(const std::vector<double>& cost, int rows, int columns) {
  std::vector<int> order(std::max(rows, columns));
  std::iota(order.begin(), order.end(), 0);
  double best = std::numeric_limits<double>::infinity();
  do {
    double sum = 0;
    for (int i = 0; i < std::min(rows, columns); ++i) {
      sum += rows <= columns ? cost[i * columns + order[i]] : cost[order[i] * columns + i];
    }
    best = std::min(best, sum);
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

TEST(Assignment, CostsAsLittleAsTheBestOfAllOrders) {
  Rng rng(1, "assignment");
  for (int trial = 0; trial < 300; ++trial) {
    const int rows = 1 + static_cast<int>(rng.below(6)),
              columns = 1 + static_cast<int>(rng.below(6));
    std::vector<double> cost(rows * columns);
    // whole numbers make ties, negative ones are allowed
    for (double& value : cost) value = trial % 2 ? rng.normal() : double(rng.below(4));
    const auto column_of = cheapest_assignment(cost, rows, columns);
    ASSERT_EQ(column_of.size(), static_cast<std::size_t>(rows));
    std::multiset<int> used;
    for (const int column : column_of) {
      if (column >= 0) used.insert(column);
    }
    EXPECT_EQ(used.size(), static_cast<std::size_t>(std::min(rows, columns)));
    for (const int column : used) EXPECT_EQ(used.count(column), 1u);
    EXPECT_NEAR(total(cost, columns, column_of), cheapest_by_trying(cost, rows, columns), 1e-12);
  }
}

TEST(Assignment, DoesNotTakeTheNearestFirst) {
  // greedy would pair 0 with 0 (cost 1) and pay 100 for the rest
  EXPECT_EQ(cheapest_assignment(std::vector<double>{1, 2, 2, 100}, 2, 2), (std::vector<int>{1, 0}));
}

}  // namespace
}  // namespace rnem::metrics
