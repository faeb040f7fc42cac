#include "rnem/metrics/series.h"

#include <cmath>

namespace rnem::metrics {
namespace {

struct Mean {
  double sum = 0;
  std::int64_t count = 0;

  void add(double value) {
    if (std::isnan(value)) return;
    sum += value;
    ++count;
  }
  double get() const { return count == 0 ? kUnknown : sum / static_cast<double>(count); }
};

}  // namespace

std::vector<double> Series::per_step() const {
  std::vector<double> means;
  for (std::int64_t t = 0; t < steps_; ++t) {
    Mean mean;
    for (std::int64_t n = 0; n < sequences_; ++n) mean.add(at(n, t));
    means.push_back(mean.get());
  }
  return means;
}

std::vector<double> Series::per_sequence(std::int64_t first, std::int64_t end) const {
  std::vector<double> means;
  for (std::int64_t n = 0; n < sequences_; ++n) {
    Mean mean;
    for (std::int64_t t = first; t < end; ++t) mean.add(at(n, t));
    means.push_back(mean.get());
  }
  return means;
}

double mean_of(const std::vector<double>& values) {
  Mean mean;
  for (const double value : values) mean.add(value);
  return mean.get();
}

}  // namespace rnem::metrics
