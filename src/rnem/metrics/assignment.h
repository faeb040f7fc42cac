// The cheapest way to pair rows with columns (the Hungarian method).
#pragma once

#include <span>
#include <vector>

namespace rnem::metrics {

// cost [rows,columns], finite. Pairs min(rows, columns) of them, each at most once, so that the
// summed cost is least; O(n^3). -> the column of every row, -1 for a row that got none.
std::vector<int> cheapest_assignment(std::span<const double> cost, int rows, int columns);

}  // namespace rnem::metrics
