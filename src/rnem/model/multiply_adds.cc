#include "rnem/model/multiply_adds.h"

#include <set>

namespace rnem::model {
namespace {

// Small rows that the kernel of each large row touches, summed over the large rows.
std::int64_t distinct_taps(std::int64_t small, std::int64_t large, std::int64_t kernel) {
  std::int64_t sum = 0;
  for (std::int64_t y = 0; y < large; ++y) {
    std::set<std::int64_t> touched;
    const std::int64_t first = y - (kernel - 1) / 2;
    // shifted by one image so that rows above the border divide like the others
    for (std::int64_t tap = 0; tap < kernel; ++tap) {
      touched.insert((first + tap + large * kernel) * small / large);
    }
    sum += static_cast<std::int64_t>(touched.size());
  }
  return sum;
}

}  // namespace

double multiply_adds(const FeatureShape& input, const LayerSpec& layer) {
  const FeatureShape& output = layer.output;
  if (layer.kind == LayerKind::kDense) return static_cast<double>(input.size() * output.size());
  const std::int64_t taps =
      layer.kind == LayerKind::kConv
          ? output.height * output.width * layer.kernel_height * layer.kernel_width
          : distinct_taps(input.height, output.height, layer.kernel_height) *
                distinct_taps(input.width, output.width, layer.kernel_width);
  return static_cast<double>(taps * input.channels * output.channels);
}

double products(const Tensor& weight) {
  return weight.defined() ? static_cast<double>(weight.numel()) : 0.0;
}

}  // namespace rnem::model
