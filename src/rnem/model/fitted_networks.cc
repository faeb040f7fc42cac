#include "rnem/model/fitted_networks.h"

#include <fmt/format.h>

#include <algorithm>

#include "rnem/core/error.h"

namespace rnem::model {
namespace {

struct MapSize {
  std::int64_t height, width;

  MapSize half() const { return {(height + 1) / 2, (width + 1) / 2}; }
  bool doubles_to(const MapSize& other) const {
    return 2 * height == other.height && 2 * width == other.width;
  }
};

// The frame and what each convolution makes of it.
std::vector<MapSize> halvings(MapSize size) {
  constexpr std::int64_t kSmall = 8;
  constexpr std::size_t kFewest = 2;  // fewer would leave every weight to the dense layer
  std::vector<MapSize> sizes = {size};
  while (std::max(size.height, size.width) > kSmall || sizes.size() <= kFewest) {
    size = size.half();
    sizes.push_back(size);
  }
  return sizes;
}

// Of the map after `halved` of all convolutions.
std::int64_t channels(std::size_t halved, std::size_t all) {
  return std::max<std::int64_t>(16, 64 >> (all - halved));
}

}  // namespace

FittedNetworks fitted_networks(std::int64_t height, std::int64_t width, std::int64_t drawn) {
  RNEM_CHECK(std::min(height, width) >= kSmallestFitted, "a side of 16 pixels or more");
  RNEM_CHECK(std::max(height, width) <= kLargestFitted, "a side of 256 pixels or less");
  const std::vector<MapSize> sizes = halvings({height, width});
  const std::size_t all = sizes.size() - 1;
  FittedNetworks networks;
  for (std::size_t i = 1; i <= all; ++i) {
    networks.encoder.push_back(fmt::format("conv 4x4/2 {} elu", channels(i, all)));
  }
  networks.encoder.emplace_back("fc 512 elu");
  networks.decoder = {"fc 512 relu", fmt::format("fc {}x{}x{} relu", sizes[all].height,
                                                 sizes[all].width, channels(all, all))};
  for (std::size_t i = all; i-- > 0;) {
    std::string layer = i == 0 ? fmt::format("up 4x4 {} sigmoid plain", drawn)
                               : fmt::format("up 4x4 {} relu", channels(i, all));
    if (!sizes[i + 1].doubles_to(sizes[i])) {
      layer += fmt::format(" to {}x{}", sizes[i].height, sizes[i].width);
    }
    networks.decoder.push_back(std::move(layer));
  }
  return networks;
}

}  // namespace rnem::model
