#include "rnem/model/clip.h"

#include <fmt/format.h>

#include <numeric>

#include "rnem/core/error.h"

namespace rnem::model {

namespace {

std::string numbers(std::int64_t channels) {
  return channels == 1 ? "one number" : fmt::format("{} colours", channels);
}

std::string pixels_of(const worlds::Shape& shape) {
  if (shape.channels == 1 && shape.levels == 1) return "zeros and ones";
  return numbers(shape.channels) + " a pixel";
}

}  // namespace

Clip Clip::part(std::int64_t first, std::int64_t count) const {
  Clip part;
  part.frames = frames.narrow(1, first, count);
  if (actions.defined()) part.actions = actions.narrow(1, first, count);
  part.seed = seed;
  part.streams.assign(streams.begin() + first, streams.begin() + first + count);
  return part;
}

Clip clip_of(const dataset::Batch& batch, std::int64_t first_stream, std::uint64_t seed) {
  Clip clip;
  clip.frames = batch.frames();
  clip.actions = batch.actions;
  clip.seed = seed;
  clip.streams.resize(static_cast<std::size_t>(batch.features.size(1)));
  std::iota(clip.streams.begin(), clip.streams.end(), static_cast<std::uint64_t>(first_stream));
  return clip;
}

void check_fits(const worlds::Shape& shape, const ModelConfig& config, const std::string& data,
                const std::string& who) {
  if (shape.height != config.height || shape.width != config.width) {
    fail_input("{} has frames of {}x{}, {} expects {}x{} (model.height, model.width)", data,
               shape.height, shape.width, who, config.height, config.width);
  }
  const bool plain = shape.channels == 1 && shape.levels == 1;
  if (config.has_mask() ? shape.channels != config.channels : !plain) {
    fail_input("{} has {}, {} expects {} (model.channels)", data, pixels_of(shape), who,
               config.has_mask() ? fmt::format("{} a pixel", numbers(config.channels))
                                 : std::string("zeros and ones"));
  }
  if (config.actions > 0 && shape.actions != config.actions) {
    fail_input("{} has {} actions, {} expects {} (model.actions)", data, shape.actions, who,
               config.actions);
  }
}

}  // namespace rnem::model
