#include "rnem/metrics/grouping.h"

#include <cstdint>
#include <vector>

#include "rnem/core/error.h"

namespace rnem::metrics {
namespace {

constexpr std::int64_t kIds = 256;  // of objects, 0 included

// From the contingency table n_ki (pixels of object i in component k), by counting ordered pairs of
// pixels: together or apart in either partition.
double index_of(const std::int64_t* component, const std::uint8_t* object, std::int64_t pixels,
                std::int64_t k) {
  std::vector<std::int64_t> table(k * kIds), rows(k), columns(kIds);
  std::int64_t n = 0;
  for (std::int64_t i = 0; i < pixels; ++i) {
    if (object[i] == 0) continue;
    ++table[component[i] * kIds + object[i]];
    ++rows[component[i]];
    ++columns[object[i]];
    ++n;
  }
  const auto sum_of_squares = [](const std::vector<std::int64_t>& counts) {
    double sum = 0;
    for (const std::int64_t count : counts) sum += static_cast<double>(count * count);
    return sum;
  };
  const double size = static_cast<double>(n);
  const double cells = sum_of_squares(table), by_row = sum_of_squares(rows),
               by_column = sum_of_squares(columns);
  const double both = cells - size;  // pairs that both partitions keep together
  const double only_row = by_row - cells, only_column = by_column - cells;
  const double neither = size * size - by_row - by_column + cells;
  if (only_row == 0 && only_column == 0) return 1.0;
  return 2 * (both * neither - only_row * only_column) /
         ((both + only_column) * (only_column + neither) +
          (both + only_row) * (only_row + neither));
}

}  // namespace

torch::Tensor adjusted_rand_index(const torch::Tensor& gamma, const torch::Tensor& groups) {
  return adjusted_rand_index(gamma.detach().argmax(1), groups, gamma.size(1));
}

torch::Tensor adjusted_rand_index(const torch::Tensor& components, const torch::Tensor& groups,
                                  std::int64_t k) {
  RNEM_CHECK(components.sizes() == groups.sizes(), "one component and one object for every pixel");
  const torch::Tensor component = components.to(torch::kCPU, torch::kLong).contiguous();
  const torch::Tensor object = groups.to(torch::kCPU, torch::kUInt8).contiguous();
  const std::int64_t batch = object.size(0), pixels = object.size(1);
  torch::Tensor result = torch::empty({batch}, torch::kFloat64);
  for (std::int64_t b = 0; b < batch; ++b) {
    result.data_ptr<double>()[b] =
        index_of(component.data_ptr<std::int64_t>() + b * pixels,
                 object.data_ptr<std::uint8_t>() + b * pixels, pixels, k);
  }
  return result;
}

}  // namespace rnem::metrics
