// At most 256 colours for pictures that may have more.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "rnem/figures/image.h"

namespace rnem::figures {

// The colours of `images` as they are when no more than `limit`; else the boxes of a median cut
// over them, each colour weighted by its number of pixels. 1 <= limit <= 256.
std::vector<Rgb> choose_palette(std::span<const Image> images, int limit = 256);

// Finds the nearest palette colour (squared RGB distance) and remembers it.
class PaletteIndex {
 public:
  explicit PaletteIndex(std::vector<Rgb> palette);
  std::uint8_t operator()(Rgb color);

 private:
  std::vector<Rgb> palette_;
  std::unordered_map<std::uint32_t, std::uint8_t> known_;
};

}  // namespace rnem::figures
