#include "rnem/metrics/blobs.h"

#include <algorithm>

#include "rnem/core/error.h"

namespace rnem::metrics {

std::vector<Point> blob_centres(std::span<const std::uint8_t> picture, int height, int width,
                                int smallest) {
  RNEM_CHECK(picture.size() == static_cast<std::size_t>(height) * width,
             "a picture has H*W pixels");
  std::vector<bool> seen(picture.size());
  std::vector<int> open;  // pixels of the patch whose neighbours are still to be looked at
  std::vector<Point> centres;
  for (int start = 0; start < height * width; ++start) {
    if (picture[start] == 0 || seen[start]) continue;
    double x = 0, y = 0;
    int count = 0;
    seen[start] = true;
    open.assign(1, start);
    while (!open.empty()) {
      const int row = open.back() / width, column = open.back() % width;
      open.pop_back();
      x += column + 0.5;
      y += row + 0.5;
      ++count;
      for (int r = std::max(row - 1, 0); r <= std::min(row + 1, height - 1); ++r) {
        for (int c = std::max(column - 1, 0); c <= std::min(column + 1, width - 1); ++c) {
          const int next = r * width + c;
          if (picture[next] == 0 || seen[next]) continue;
          seen[next] = true;
          open.push_back(next);
        }
      }
    }
    if (count >= smallest) centres.push_back({x / count, y / count});
  }
  return centres;
}

}  // namespace rnem::metrics
