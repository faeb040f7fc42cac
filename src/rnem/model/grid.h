// The frame as a grid of pixels, for what looks at it as a picture: where EM starts, and what
// nobody explains.
#pragma once

#include <cstdint>
#include <vector>

namespace rnem::model {

struct Grid {
  std::int64_t height, width;
  std::int64_t size() const { return height * width; }
  std::int64_t row(std::int64_t i) const { return i / width; }
  std::int64_t column(std::int64_t i) const { return i % width; }
  double distance2(std::int64_t a, std::int64_t b) const {
    const auto dy = static_cast<double>(row(a) - row(b));
    const auto dx = static_cast<double>(column(a) - column(b));
    return dy * dy + dx * dx;
  }
  // sizes of blobs are told in parts of the frame, so that they hold for any resolution
  double scale() const { return static_cast<double>(height < width ? height : width); }
  // a length that is told so, in pixels: one at least
  std::int64_t pixels(double part) const;
};

// Two means over a square of 2 radius + 1, cut at the borders: close to a Gaussian.
void blur(const Grid& grid, std::int64_t radius, std::vector<float>& image);

// How much of pixel i a component claims that starts at pixel `place`: a Gaussian of deviation
// component_reach, 1 in the middle.
double component_reach(const Grid& grid);  // pixels
double claim(const Grid& grid, std::int64_t place, std::int64_t i);

}  // namespace rnem::model
