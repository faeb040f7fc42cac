#include "rnem/figures/quantise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "rnem/core/error.h"

namespace rnem::figures {
namespace {

struct Count {
  std::array<int, 3> color;
  std::int64_t pixels;
};

using Box = std::span<Count>;

std::uint32_t key(Rgb c) { return std::uint32_t(c.r) << 16 | std::uint32_t(c.g) << 8 | c.b; }

std::vector<Count> count_colors(std::span<const Image> images) {
  std::unordered_map<std::uint32_t, std::int64_t> counts;
  for (const Image& image : images) {
    // rows are mostly runs of one colour: one look-up a run
    const auto& pixels = image.pixels();
    for (std::size_t first = 0; first < pixels.size();) {
      std::size_t last = first;
      while (last < pixels.size() && pixels[last] == pixels[first]) ++last;
      counts[key(pixels[first])] += static_cast<std::int64_t>(last - first);
      first = last;
    }
  }
  std::vector<Count> result;
  for (const auto& [k, n] : counts) {
    result.push_back({{int(k >> 16), int(k >> 8 & 255), int(k & 255)}, n});
  }
  // the map's order differs between standard libraries; files must not
  std::sort(result.begin(), result.end(),
            [](const Count& a, const Count& b) { return a.color < b.color; });
  return result;
}

// Where a box is cut next: its axis of largest weighted spread, and that spread.
struct Spread {
  int axis = 0;
  double squares = 0.0;
};

Spread widest_axis(Box box) {
  Spread widest;
  for (int axis = 0; axis < 3; ++axis) {
    double n = 0, sum = 0, squares = 0;
    for (const Count& c : box) {
      const double value = c.color[std::size_t(axis)], w = double(c.pixels);
      n += w, sum += w * value, squares += w * value * value;
    }
    const double spread = squares - sum * sum / n;
    if (spread > widest.squares) widest = {axis, spread};
  }
  return widest;
}

// Both halves have about the same number of pixels, and neither is empty.
std::size_t median(Box box, int axis) {
  std::sort(box.begin(), box.end(), [axis](const Count& a, const Count& b) {
    return a.color[std::size_t(axis)] != b.color[std::size_t(axis)]
               ? a.color[std::size_t(axis)] < b.color[std::size_t(axis)]
               : a.color < b.color;
  });
  std::int64_t total = 0, sum = 0;
  for (const Count& c : box) total += c.pixels;
  std::size_t cut = 0;
  while (cut + 2 < box.size() && sum + box[cut].pixels < total / 2) sum += box[cut++].pixels;
  return cut + 1;
}

Rgb mean_color(Box box) {
  std::array<double, 3> sum{};
  double n = 0;
  for (const Count& c : box) {
    for (std::size_t i = 0; i < 3; ++i) sum[i] += double(c.pixels) * c.color[i];
    n += double(c.pixels);
  }
  const auto rounded = [&](double value) { return std::uint8_t(std::lround(value / n)); };
  return {rounded(sum[0]), rounded(sum[1]), rounded(sum[2])};
}

}  // namespace

std::vector<Rgb> choose_palette(std::span<const Image> images, int limit) {
  RNEM_CHECK(limit >= 1 && limit <= 256, "a palette has 1 to 256 colours");
  RNEM_CHECK(!images.empty(), "a palette needs at least one image");
  std::vector<Count> counts = count_colors(images);
  struct Entry {
    Box box;
    Spread spread;
  };
  std::vector<Entry> boxes;
  if (counts.size() <= std::size_t(limit)) {
    for (Count& count : counts) boxes.push_back({Box(&count, 1), {}});
  } else {
    boxes.push_back({Box(counts), widest_axis(counts)});
    while (boxes.size() < std::size_t(limit)) {
      auto& worst = *std::max_element(boxes.begin(), boxes.end(), [](const auto& a, const auto& b) {
        return a.spread.squares < b.spread.squares;
      });
      const std::size_t cut = median(worst.box, worst.spread.axis);
      const Box low = worst.box.first(cut), high = worst.box.subspan(cut);
      worst = {low, widest_axis(low)};
      boxes.push_back({high, widest_axis(high)});
    }
  }
  std::vector<Rgb> palette;
  for (const Entry& entry : boxes) palette.push_back(mean_color(entry.box));
  return palette;
}

PaletteIndex::PaletteIndex(std::vector<Rgb> palette) : palette_(std::move(palette)) {}

std::uint8_t PaletteIndex::operator()(Rgb color) {
  const auto [place, added] = known_.try_emplace(key(color), std::uint8_t{0});
  if (added) {
    int best = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < palette_.size(); ++i) {
      const int r = palette_[i].r - color.r, g = palette_[i].g - color.g,
                b = palette_[i].b - color.b;
      const int distance = r * r + g * g + b * b;
      if (distance < best) best = distance, place->second = static_cast<std::uint8_t>(i);
    }
  }
  return place->second;
}

}  // namespace rnem::figures
