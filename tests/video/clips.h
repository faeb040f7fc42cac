// Small videos for tests, made by the ffmpeg program.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "process.h"
#include "rnem/figures/png.h"

namespace rnem::testing {

// `arguments` goes through the shell, in `folder`.
inline void ffmpeg(const std::filesystem::path& folder, const std::string& arguments) {
  const auto made = run_process({"bash", "-c", "ffmpeg -v error -y " + arguments}, folder);
  ASSERT_EQ(made.code, 0) << arguments << "\n" << made.err;
}

// Frames 0.png, 1.png, ... of a bright square that drifts to the right on dark ground.
inline figures::Image square_frame(int width, int height, int t) {
  figures::Image image(width, height, {20, 30, 25});
  image.blit(figures::Image(12, 12, {220, 200, 210}), 4 + 3 * t, 10);
  return image;
}

inline void write_square_frames(const std::filesystem::path& folder, int frames, int width = 96,
                                int height = 64) {
  std::filesystem::create_directories(folder);
  for (int t = 0; t < frames; ++t) {
    figures::write_png(folder / (std::to_string(t) + ".png"), square_frame(width, height, t));
  }
}

}  // namespace rnem::testing
