// Where grey ends and white begins.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace rnem::video {

// How often each level 0 .. 255 comes.
struct Histogram {
  std::array<std::int64_t, 256> counts = {};

  void add(std::span<const std::uint8_t> levels);
  void add(const Histogram& other);
  std::int64_t total() const;
  std::int64_t above(int level) const;  // how many are brighter
};

// Otsu's threshold t: "brighter than t" and the rest differ most from each other, which is where
// w0 w1 (m1 - m0)² is largest (weights w and means m of the two classes); between two far classes
// the middle of the levels that serve alike. Nothing when there is one level only.
std::optional<int> otsu(const Histogram& histogram);

}  // namespace rnem::video
