#include "rnem/model/grid.h"

#include <algorithm>
#include <cmath>

namespace rnem::model {
namespace {

// Mean over a window of 2 radius + 1 values, cut at the borders, along one axis.
void blur_axis(const Grid& grid, bool vertical, std::int64_t radius, std::vector<float>& image) {
  const std::int64_t length = vertical ? grid.height : grid.width;
  const std::int64_t stride = vertical ? grid.width : 1;
  const std::int64_t lines = grid.size() / length, line_stride = vertical ? 1 : grid.width;
  std::vector<double> sums(static_cast<std::size_t>(length) + 1);
  for (std::int64_t line = 0; line < lines; ++line) {
    float* const values = image.data() + line * line_stride;
    for (std::int64_t i = 0; i < length; ++i) sums[i + 1] = sums[i] + values[i * stride];
    for (std::int64_t i = 0; i < length; ++i) {
      const std::int64_t begin = std::max<std::int64_t>(i - radius, 0);
      const std::int64_t end = std::min(i + radius + 1, length);
      values[i * stride] = static_cast<float>((sums[end] - sums[begin]) / (end - begin));
    }
  }
}

}  // namespace

std::int64_t Grid::pixels(double part) const {
  return std::max<std::int64_t>(std::lround(part * scale()), 1);
}

void blur(const Grid& grid, std::int64_t radius, std::vector<float>& image) {
  for (int pass = 0; pass < 2; ++pass) {
    blur_axis(grid, false, radius, image);
    blur_axis(grid, true, radius, image);
  }
}

double component_reach(const Grid& grid) {
  constexpr double kReach = 0.09;  // of the frame
  return kReach * grid.scale();
}

double claim(const Grid& grid, std::int64_t place, std::int64_t i) {
  const double reach = component_reach(grid);
  return std::exp(-grid.distance2(place, i) / (2 * reach * reach));
}

}  // namespace rnem::model
