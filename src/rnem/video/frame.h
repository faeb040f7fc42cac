// One picture of a film, as bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "rnem/figures/image.h"

namespace rnem::video {

struct Frame {
  int width = 0, height = 0;
  int channels = 1;                  // 1 grey, 3 RGB
  std::vector<std::uint8_t> pixels;  // [H,W,C], 0 black .. 255 white

  std::size_t area() const { return std::size_t(width) * std::size_t(height); }
};

// Luminance of colours between 0 and 255, as television has weighed them since 1953 (Rec. 601).
inline double luminance(double r, double g, double b) { return 0.299 * r + 0.587 * g + 0.114 * b; }

// [H,W] levels of a frame of any channels.
std::vector<std::uint8_t> grey_levels(const Frame& frame);

// Its red (0), green (1) or blue (2), [H,W]; of a grey one the levels.
std::vector<std::uint8_t> colour_levels(const Frame& frame, int colour);

figures::Image picture_of(const Frame& frame);
Frame frame_of(const figures::Image& image);

}  // namespace rnem::video
