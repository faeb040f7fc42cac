#include "rnem/metrics/mutual_information.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "rnem/core/error.h"

namespace rnem::metrics {
namespace {

using Sizes = std::vector<std::size_t>;

// Labels become 0 .. groups-1.
std::vector<std::size_t> dense_labels(std::span<const int> labels, Sizes& sizes) {
  std::map<int, std::size_t> index;
  std::vector<std::size_t> dense;
  dense.reserve(labels.size());
  for (const int label : labels) {
    const auto [entry, fresh] = index.try_emplace(label, sizes.size());
    if (fresh) sizes.push_back(0);
    ++sizes[entry->second];
    dense.push_back(entry->second);
  }
  return dense;
}

double entropy(const Sizes& sizes, double n) {
  double sum = 0;
  for (const std::size_t size : sizes) sum -= size / n * std::log(size / n);
  return sum;
}

// Sum over pairs of groups and possible overlaps c of c/n log(n c / (a b)) P(c), where c follows
// the hypergeometric distribution.
double expected_information(const Sizes& rows, const Sizes& columns, std::size_t n) {
  std::vector<double> log_factorial(n + 1);
  for (std::size_t i = 2; i <= n; ++i) {
    log_factorial[i] = log_factorial[i - 1] + std::log(static_cast<double>(i));
  }
  const double size = static_cast<double>(n);
  double sum = 0;
  for (const std::size_t a : rows) {
    for (const std::size_t b : columns) {
      const double fixed = log_factorial[a] + log_factorial[b] + log_factorial[n - a] +
                           log_factorial[n - b] - log_factorial[n];
      const double log_pairs = std::log(static_cast<double>(a)) + std::log(static_cast<double>(b));
      for (std::size_t c = std::max<std::size_t>(a + b > n ? a + b - n : 0, 1); c <= std::min(a, b);
           ++c) {
        const double probability = std::exp(fixed - log_factorial[c] - log_factorial[a - c] -
                                            log_factorial[b - c] - log_factorial[n + c - a - b]);
        sum += c / size * (std::log(size * c) - log_pairs) * probability;
      }
    }
  }
  return sum;
}

}  // namespace

double adjusted_mutual_information(std::span<const int> a, std::span<const int> b) {
  RNEM_CHECK(a.size() == b.size(), "two labels for every item");
  Sizes rows, columns;
  const auto row = dense_labels(a, rows), column = dense_labels(b, columns);
  if (rows.size() <= 1 && columns.size() <= 1) return 1.0;

  std::vector<std::size_t> table(rows.size() * columns.size());
  for (std::size_t i = 0; i < row.size(); ++i) ++table[row[i] * columns.size() + column[i]];
  const double n = static_cast<double>(row.size());
  double information = 0;
  std::size_t cells = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const double both = static_cast<double>(table[i * columns.size() + j]);
      if (both == 0) continue;
      ++cells;
      information += both / n * std::log(n * both / (static_cast<double>(rows[i]) * columns[j]));
    }
  }
  const double expected = expected_information(rows, columns, row.size());
  const double range = (entropy(rows, n) + entropy(columns, n)) / 2 - expected;
  // all items apart in both: every labeling of these sizes agrees fully, 0 / 0 up to rounding
  constexpr double kRounding = 1e-12;
  if (std::abs(range) < kRounding) {
    return cells == rows.size() && cells == columns.size() ? 1.0 : 0.0;
  }
  return (information - expected) / range;
}

}  // namespace rnem::metrics
