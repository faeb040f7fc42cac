// Small made-up inputs for figures: discs that cross a square frame.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "rnem/sequence.h"

namespace rnem::figures {

inline worlds::Shape scene_shape(int side, int objects) {
  return {.height = side, .width = side, .max_objects = objects};
}

// Disc o moves along row (o + 1)·side/(objects + 1), one pixel a frame, odd ones to the left.
// Objects 1 and 2 collide in frame 1.
inline worlds::Sequence scene_sequence(int frames, int side, int objects) {
  const std::size_t pixels = std::size_t(side) * std::size_t(side);
  worlds::Sequence s{.frames = frames, .objects = objects};
  for (auto* plane : {&s.features, &s.groups, &s.collisions}) {
    plane->assign(pixels * std::size_t(frames), 0);
  }
  for (int t = 0; t < frames; ++t) {
    for (int o = 0; o < objects; ++o) {
      const double radius = side * 0.11, cy = (o + 1.0) * side / (objects + 1.0);
      const double cx = o % 2 == 0 ? side * 0.25 + t : side * 0.75 - t;
      for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
          const double dx = x + 0.5 - cx, dy = y + 0.5 - cy;
          if (dx * dx + dy * dy > radius * radius) continue;
          const std::size_t i = std::size_t(t) * pixels + std::size_t(y * side + x);
          s.groups[i] = s.features[i] != 0 ? 0 : static_cast<std::uint8_t>(o + 1);
          s.features[i] = 1;
          if (t == 1 && o < 2) s.collisions[i] = 1;
        }
      }
    }
  }
  return s;
}

// A folder of its own for the running process.
std::filesystem::path scratch_folder();

}  // namespace rnem::figures
