#include "rnem/metrics/outlines.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "rnem/metrics/blobs.h"
#include "rnem/model/em_config.h"

namespace rnem::metrics {

double Outlines::radius(int t, int component) const {
  return std::sqrt(pixels[t * k + component] / std::numbers::pi);
}

void add_outlines(const torch::Tensor& psi, int height, int width, int t, Outlines& outlines) {
  const torch::Tensor inside =
      psi.detach().gt(model::kOutline).to(torch::kCPU, torch::kUInt8).contiguous();
  const auto size = static_cast<std::size_t>(inside.size(1));
  for (int i = 0; i < outlines.k; ++i) {
    const std::span<const std::uint8_t> picture(inside.data_ptr<std::uint8_t>() + i * size, size);
    const std::size_t at = static_cast<std::size_t>(t) * outlines.k + i;
    outlines.pixels[at] = static_cast<int>(std::count(picture.begin(), picture.end(), 1));
    outlines.patches[at] = outlines.pixels[at] == 0
                               ? 0
                               : static_cast<int>(blob_centres(picture, height, width).size());
  }
}

}  // namespace rnem::metrics
