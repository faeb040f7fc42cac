#include "rnem/video/film.h"

#include <algorithm>

#include "rnem/core/error.h"

namespace rnem::video {

void check_frame_size(const std::string& name, std::int64_t width, std::int64_t height) {
  if (std::min(width, height) < kLeastSide) {
    fail_input("{}: frames of {}x{} pixels, expected {} or more a side", name, width, height,
               kLeastSide);
  }
  if (width > kMostFramePixels / height) {
    fail_input("{}: frames of {}x{} pixels are too large, expected {} million pixels at most", name,
               width, height, kMostFramePixels / 1'000'000);
  }
}

void check_same_size(const FilmInfo& info, std::int64_t number, int width, int height) {
  if (width == info.width && height == info.height) return;
  fail_input("{}: frame {} has {}x{} pixels, the frames before it {}x{}", info.name, number, width,
             height, info.width, info.height);
}

}  // namespace rnem::video
