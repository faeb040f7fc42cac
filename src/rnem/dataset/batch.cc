#include "rnem/dataset/batch.h"

#include <cstring>
#include <utility>

#include "rnem/core/error.h"

namespace rnem::dataset {
namespace {

using worlds::Sequence;

// B arrays [T,row...] -> [T,B,row...]; the arrays are emptied.
torch::Tensor stack(std::vector<Sequence>& sequences, std::vector<std::uint8_t> Sequence::*array,
                    const std::vector<std::int64_t>& row) {
  if ((sequences.front().*array).empty()) return {};
  std::int64_t width = 1;
  for (const std::int64_t axis : row) width *= axis;
  const auto count = static_cast<std::int64_t>(sequences.size());
  const std::int64_t frames = sequences.front().frames;
  std::vector<std::int64_t> axes = {frames, count};
  axes.insert(axes.end(), row.begin(), row.end());
  torch::Tensor stacked = torch::empty(axes, torch::kUInt8);
  auto* out = stacked.data_ptr<std::uint8_t>();
  for (std::int64_t b = 0; b < count; ++b) {
    auto& values = sequences[static_cast<std::size_t>(b)].*array;
    RNEM_CHECK(static_cast<std::int64_t>(values.size()) == frames * width,
               "sequences of a batch have the same shape");
    for (std::int64_t t = 0; t < frames; ++t) {
      std::memcpy(out + (t * count + b) * width, values.data() + t * width,
                  static_cast<std::size_t>(width));
    }
    std::vector<std::uint8_t>().swap(values);
  }
  return stacked;
}

}  // namespace

Batch make_batch(std::vector<Sequence> sequences, const worlds::Shape& shape) {
  RNEM_CHECK(!sequences.empty(), "a batch has sequences");
  Batch batch;
  const std::vector<std::int64_t> pixels = {shape.height, shape.width};
  std::vector<std::int64_t> colours = pixels;
  if (shape.channels > 1) colours.push_back(shape.channels);
  batch.features = stack(sequences, &Sequence::features, colours);
  batch.levels = shape.levels;
  batch.groups = stack(sequences, &Sequence::groups, pixels);
  batch.collisions = stack(sequences, &Sequence::collisions, pixels);
  batch.actions = stack(sequences, &Sequence::actions, {shape.actions});
  batch.truth = std::move(sequences);
  return batch;
}

}  // namespace rnem::dataset
