#include "rnem/metrics/assignment.h"

#include <cmath>
#include <limits>

#include "rnem/core/error.h"

namespace rnem::metrics {
namespace {

// Shortest augmenting paths with potentials, for rows <= columns; indices from 1, 0 is "none".
std::vector<int> assign_wide(const auto& cost, int rows, int columns) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  std::vector<double> row_price(rows + 1), column_price(columns + 1);
  std::vector<int> row_of(columns + 1), previous(columns + 1);
  for (int row = 1; row <= rows; ++row) {
    // grow a tree of tight edges from this row until it meets a free column
    std::vector<double> slack(columns + 1, kFar);
    std::vector<bool> reached(columns + 1, false);
    int column = 0;
    row_of[0] = row;
    do {
      reached[column] = true;
      const int from = row_of[column];
      int nearest = 0;
      double step = kFar;
      for (int j = 1; j <= columns; ++j) {
        if (reached[j]) continue;
        const double reduced = cost(from - 1, j - 1) - row_price[from] - column_price[j];
        if (reduced < slack[j]) {
          slack[j] = reduced;
          previous[j] = column;
        }
        if (slack[j] < step) {
          step = slack[j];
          nearest = j;
        }
      }
      for (int j = 0; j <= columns; ++j) {
        if (reached[j]) {
          row_price[row_of[j]] += step;
          column_price[j] -= step;
        } else {
          slack[j] -= step;
        }
      }
      column = nearest;
    } while (row_of[column] != 0);
    // turn the path around
    while (column != 0) {
      row_of[column] = row_of[previous[column]];
      column = previous[column];
    }
  }
  std::vector<int> column_of(rows, -1);
  for (int j = 1; j <= columns; ++j) {
    if (row_of[j] > 0) column_of[row_of[j] - 1] = j - 1;
  }
  return column_of;
}

}  // namespace

std::vector<int> cheapest_assignment(std::span<const double> cost, int rows, int columns) {
  RNEM_CHECK(cost.size() == static_cast<std::size_t>(rows) * columns, "one cost for every pair");
  for (const double value : cost) RNEM_CHECK(std::isfinite(value), "costs are finite");
  if (rows <= columns) {
    return assign_wide([&](int i, int j) { return cost[i * columns + j]; }, rows, columns);
  }
  const auto row_of =
      assign_wide([&](int i, int j) { return cost[j * columns + i]; }, columns, rows);
  std::vector<int> column_of(rows, -1);
  for (int j = 0; j < columns; ++j) column_of[row_of[j]] = j;
  return column_of;
}

}  // namespace rnem::metrics
