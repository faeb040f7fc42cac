#include "rnem/dataset/statistics.h"

#include <algorithm>

#include "rnem/core/error.h"
#include "rnem/core/task.h"

namespace rnem::dataset {
namespace {

std::int64_t count_on(const std::vector<std::uint8_t>& pixels) {
  return static_cast<std::int64_t>(pixels.size()) - std::count(pixels.begin(), pixels.end(), 0);
}

// Pixels of [T,H,W] that differ between one frame and the next, all frames together.
std::int64_t count_changed(const std::vector<std::uint8_t>& pixels, int frames) {
  const std::size_t frame = pixels.size() / static_cast<std::size_t>(frames);
  std::int64_t changed = 0;
  for (std::size_t i = frame; i < pixels.size(); ++i) changed += pixels[i] != pixels[i - frame];
  return changed;
}

// Frames of [T,H,W] in which any pixel is on.
std::int64_t frames_with_any(const std::vector<std::uint8_t>& pixels, int frames) {
  const auto frame = static_cast<std::ptrdiff_t>(pixels.size()) / frames;
  std::int64_t count = 0;
  for (auto at = pixels.begin(); at != pixels.end(); at += frame) {
    count += std::any_of(at, at + frame, [](std::uint8_t pixel) { return pixel != 0; });
  }
  return count;
}

}  // namespace

Statistics measure(const Source& source, Split split, std::int64_t sample, int live_frames,
                   Observer& observer) {
  const std::int64_t size = source.size(split);
  RNEM_CHECK(size > 0 && sample > 0, "a split with sequences to look at");
  Statistics result;
  result.sequences = std::min(size, sample);
  result.frames = source.frames() == kAnyLength ? live_frames : source.frames();
  std::int64_t on = 0, changed = 0, colliding_frames = 0, colliding_pixels = 0;
  bool collisions = true;
  for (std::int64_t i = 0; i < result.sequences; ++i) {
    stop_if_asked(observer);
    const std::int64_t index = size == kEndless ? i : i * size / result.sequences;
    const auto sequence = source.get(split, index, 0, result.frames);
    // of grey and colour, what belongs to objects
    const auto& pixels = source.shape().levels == 1 ? sequence.features : sequence.groups;
    on += count_on(pixels);
    changed += count_changed(pixels, result.frames);
    result.fewest_objects =
        i == 0 ? sequence.objects : std::min(result.fewest_objects, sequence.objects);
    result.most_objects = std::max(result.most_objects, sequence.objects);
    collisions = collisions && !sequence.collisions.empty();
    if (!collisions) continue;
    colliding_frames += frames_with_any(sequence.collisions, result.frames);
    colliding_pixels += count_on(sequence.collisions);
  }
  const auto frames = static_cast<double>(result.sequences * result.frames);
  result.on_pixels = static_cast<double>(on) / frames;
  if (result.frames > 1) {
    result.changed_pixels =
        static_cast<double>(changed) / static_cast<double>(result.sequences * (result.frames - 1));
  }
  if (collisions) {
    result.collision_frames = static_cast<double>(colliding_frames) / frames;
    result.collision_pixels =
        on > 0 ? static_cast<double>(colliding_pixels) / static_cast<double>(on) : 0.0;
  }
  return result;
}

}  // namespace rnem::dataset
