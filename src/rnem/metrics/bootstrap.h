// Means with an interval that says how far to trust them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace rnem::metrics {

struct Estimate {
  double value = 0;
  double low = 0, high = 0;  // 95 % percentile bootstrap over sequences
};

inline constexpr int kResamples = 1000;

// The mean of the values that are not NaN; nothing when there are none. A pure function of the
// values and the seed.
std::optional<Estimate> mean_estimate(std::span<const double> values, std::uint64_t seed);

// sum(numerator) / sum(denominator), both resampled together; nothing when the denominator is 0.
std::optional<Estimate> ratio_estimate(std::span<const double> numerator,
                                       std::span<const double> denominator, std::uint64_t seed);

}  // namespace rnem::metrics
