#include "rnem/metrics/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "rnem/core/error.h"
#include "rnem/rng.h"

namespace rnem::metrics {

std::optional<Estimate> ratio_estimate(std::span<const double> numerator,
                                       std::span<const double> denominator, std::uint64_t seed) {
  RNEM_CHECK(numerator.size() == denominator.size(), "two numbers for every sequence");
  std::vector<std::pair<double, double>> pairs;
  double above = 0, below = 0;
  for (std::size_t i = 0; i < numerator.size(); ++i) {
    if (std::isnan(numerator[i]) || std::isnan(denominator[i])) continue;
    pairs.emplace_back(numerator[i], denominator[i]);
    above += numerator[i];
    below += denominator[i];
  }
  if (pairs.empty() || below == 0) return std::nullopt;

  Rng rng(seed, "bootstrap");
  std::vector<double> ratios;
  for (int sample = 0; sample < kResamples; ++sample) {
    double top = 0, bottom = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto& [a, b] = pairs[rng.below(pairs.size())];
      top += a;
      bottom += b;
    }
    if (bottom != 0) ratios.push_back(top / bottom);
  }
  std::sort(ratios.begin(), ratios.end());
  const double last = static_cast<double>(ratios.size() - 1);
  const auto quantile = [&](double q) {
    return ratios[static_cast<std::size_t>(std::lround(q * last))];
  };
  return Estimate{above / below, quantile(0.025), quantile(0.975)};
}

std::optional<Estimate> mean_estimate(std::span<const double> values, std::uint64_t seed) {
  const std::vector<double> ones(values.size(), 1.0);
  return ratio_estimate(values, ones, seed);
}

}  // namespace rnem::metrics
