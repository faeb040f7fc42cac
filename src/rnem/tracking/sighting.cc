#include "rnem/tracking/sighting.h"

#include <algorithm>
#include <map>

#include "rnem/tracking/run_lengths.h"

namespace rnem::tracking {

std::vector<Sighting> sightings_of(const figures::IdPicture& picture) {
  struct Sum {
    std::int64_t area = 0;
    double x = 0, y = 0;
    int left, top, right, bottom;
  };
  std::map<int, Sum> sums;
  std::size_t i = 0;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x, ++i) {
      if (picture.ids[i] == 0) continue;
      auto [found, first] = sums.try_emplace(picture.ids[i], Sum{0, 0, 0, x, y, x, y});
      Sum& sum = found->second;
      ++sum.area;
      sum.x += x + 0.5;
      sum.y += y + 0.5;
      sum.left = std::min(sum.left, x);
      sum.right = std::max(sum.right, x);
      sum.bottom = y;
    }
  }
  std::vector<Sighting> sightings;
  for (const auto& [id, sum] : sums) {
    Sighting one;
    one.id = id;
    one.area = sum.area;
    one.x = sum.x / static_cast<double>(sum.area);
    one.y = sum.y / static_cast<double>(sum.area);
    one.box = {double(sum.left), double(sum.top), double(sum.right - sum.left + 1),
               double(sum.bottom - sum.top + 1)};
    one.mask = packed_run_lengths(picture, id);
    sightings.push_back(std::move(one));
  }
  return sightings;
}

}  // namespace rnem::tracking
