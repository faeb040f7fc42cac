#include "rnem/video/frame.h"

#include <algorithm>

namespace rnem::video {

std::vector<std::uint8_t> grey_levels(const Frame& frame) {
  if (frame.channels == 1) return frame.pixels;
  std::vector<std::uint8_t> levels(frame.area());
  const std::uint8_t* pixel = frame.pixels.data();
  // the weights of luminance() in 65536ths: a film has millions of pixels a frame
  for (std::uint8_t& level : levels) {
    level = static_cast<std::uint8_t>(
        (19595U * pixel[0] + 38470U * pixel[1] + 7471U * pixel[2] + 32768U) >> 16U);
    pixel += 3;
  }
  return levels;
}

std::vector<std::uint8_t> colour_levels(const Frame& frame, int colour) {
  if (frame.channels == 1) return frame.pixels;
  std::vector<std::uint8_t> levels(frame.area());
  const std::uint8_t* pixel = frame.pixels.data() + colour;
  for (std::uint8_t& level : levels) {
    level = *pixel;
    pixel += frame.channels;
  }
  return levels;
}

figures::Image picture_of(const Frame& frame) {
  figures::Image image(frame.width, frame.height);
  const std::uint8_t* pixel = frame.pixels.data();
  for (int y = 0; y < frame.height; ++y) {
    for (int x = 0; x < frame.width; ++x, pixel += frame.channels) {
      const bool grey = frame.channels == 1;
      image.at(x, y) = {pixel[0], pixel[grey ? 0 : 1], pixel[grey ? 0 : 2]};
    }
  }
  return image;
}

Frame frame_of(const figures::Image& image) {
  Frame frame{image.width(), image.height(), 3, {}};
  frame.pixels.reserve(3 * frame.area());
  for (const figures::Rgb& pixel : image.pixels()) {
    frame.pixels.insert(frame.pixels.end(), {pixel.r, pixel.g, pixel.b});
  }
  return frame;
}

}  // namespace rnem::video
