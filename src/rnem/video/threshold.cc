#include "rnem/video/threshold.h"

#include <algorithm>
#include <numeric>

namespace rnem::video {

void Histogram::add(std::span<const std::uint8_t> levels) {
  for (const std::uint8_t level : levels) ++counts[level];
}

void Histogram::add(const Histogram& other) {
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
}

std::int64_t Histogram::total() const {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

std::int64_t Histogram::above(int level) const {
  return std::accumulate(counts.begin() + level + 1, counts.end(), std::int64_t{0});
}

std::optional<int> otsu(const Histogram& histogram) {
  const auto all = static_cast<double>(histogram.total());
  double sum = 0;
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    sum += static_cast<double>(i) * static_cast<double>(histogram.counts[i]);
  }
  double below = 0, below_sum = 0, best = 0;
  int first = 0, last = 0;
  for (int t = 0; t < 255; ++t) {
    const auto count = static_cast<double>(histogram.counts[static_cast<std::size_t>(t)]);
    below += count;
    below_sum += t * count;
    if (below == 0 || below == all) continue;
    const double apart = below_sum / below - (sum - below_sum) / (all - below);
    const double between = below * (all - below) * apart * apart;
    if (between > best) first = t;
    if (between >= best) last = t;
    best = std::max(best, between);
  }
  if (best == 0) return std::nullopt;
  return (first + last) / 2;
}

}  // namespace rnem::video
