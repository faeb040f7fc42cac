#include "rnem/figures/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rnem/core/error.h"

namespace rnem::figures {
namespace {

constexpr double kSlack = 1e-9;  // of a step: rounding must not lose the last tick

double nice_step(Range range, int target) {
  RNEM_CHECK(std::isfinite(range.low) && std::isfinite(range.high) && range.low < range.high,
             "an axis has a finite range");
  RNEM_CHECK(target >= 1, "an axis has a tick");
  const double rough = (range.high - range.low) / target;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  const double ratio = rough / power;
  // the borders are the geometric means of neighbours
  return power * (ratio < std::sqrt(2.0)    ? 1.0
                  : ratio < std::sqrt(10.0) ? 2.0
                  : ratio < std::sqrt(50.0) ? 5.0
                                            : 10.0);
}

// "10⁻⁶"
std::string power_label(int exponent) {
  static const char* const kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string label = exponent < 0 ? "10⁻" : "10";
  for (const char digit : fmt::format("{}", std::abs(exponent))) label += kDigits[digit - '0'];
  return label;
}

}  // namespace

std::string tick_label(double value) {
  const double size = std::abs(value);
  if (size == 0.0) return "0";
  if (size >= 1e9 || size < 1e-4) {
    const int exponent = int(std::floor(std::log10(size) + kSlack));
    const double factor = value / std::pow(10.0, exponent);
    if (std::abs(factor - 1.0) < 1e-6) return power_label(exponent);
    return fmt::format("{:.4g}·{}", factor, power_label(exponent));
  }
  if (size >= 1e6) return fmt::format("{:.4g}M", value / 1e6);
  if (size >= 1e4) return fmt::format("{:.4g}k", value / 1e3);
  return fmt::format("{:.6g}", value);
}

Ticks linear_ticks(Range range, int target) {
  const double step = nice_step(range, target);
  Ticks ticks;
  const auto first = std::llround(std::ceil(range.low / step - kSlack));
  const auto last = std::llround(std::floor(range.high / step + kSlack));
  for (auto i = first; i <= last; ++i) {
    ticks.values.push_back(double(i) * step);
    ticks.labels.push_back(tick_label(double(i) * step));
  }
  return ticks;
}

Ticks log_ticks(Range range, int target) {
  RNEM_CHECK(range.low > 0.0 && range.low < range.high, "a logarithmic axis is positive");
  const int first = int(std::ceil(std::log10(range.low) - kSlack));
  const int last = int(std::floor(std::log10(range.high) + kSlack));
  Ticks ticks;
  const auto add = [&](double value) {
    if (value < range.low * (1 - kSlack) || value > range.high * (1 + kSlack)) return;
    ticks.values.push_back(value);
    ticks.labels.push_back(tick_label(value));
  };
  if (last - first >= 2) {
    const int every = std::max(1, int(std::ceil(double(last - first + 1) / (target + 1))));
    for (int e = first; e <= last; e += every) add(std::pow(10.0, e));
    return ticks;
  }
  for (int e = first - 1; e <= last + 1; ++e) {
    for (const double factor : {1.0, 2.0, 5.0}) add(factor * std::pow(10.0, e));
  }
  return ticks.values.size() >= 2 ? ticks : linear_ticks(range, target);
}

Range widened(Range range, int target) {
  // a wider range may ask for larger steps, whose ends are wider again
  for (int round = 0; round < 3; ++round) {
    const double step = nice_step(range, target);
    range = {std::floor(range.low / step + kSlack) * step,
             std::ceil(range.high / step - kSlack) * step};
    if (nice_step(range, target) == step) break;
  }
  return range;
}

}  // namespace rnem::figures
