#include "rnem/figures/object_frame.h"

#include <algorithm>
#include <cmath>

#include "rnem/core/error.h"
#include "rnem/figures/palette.h"

namespace rnem::figures {
namespace {

// One frame's planes; empty planes read as 0.
class FrameView {
 public:
  FrameView(const worlds::Sequence& sequence, const worlds::Shape& shape, int t)
      : sequence_(sequence), height_(shape.height), width_(shape.width) {
    const std::size_t pixels = std::size_t(height_) * std::size_t(width_);
    RNEM_CHECK(t >= 0 && t < sequence.frames, "the frame is one of the sequence");
    RNEM_CHECK(sequence.features.size() == std::size_t(sequence.frames) * pixels * shape.channels,
               "features are [T,H,W,C]");
    first_ = std::size_t(t) * pixels;
    binary_ = shape.levels == 1;
    channels_ = std::size_t(shape.channels);
  }

  int feature(int x, int y) const { return value(sequence_.features, x, y); }
  bool binary() const { return binary_; }
  Rgb colour(int x, int y) const {  // as it is seen
    const std::size_t i = first_ + std::size_t(y) * std::size_t(width_) + std::size_t(x);
    const std::uint8_t* pixel = &sequence_.features[i * channels_];
    return channels_ == 3 ? Rgb{pixel[0], pixel[1], pixel[2]} : Rgb{*pixel, *pixel, *pixel};
  }
  int group(int x, int y) const { return value(sequence_.groups, x, y); }
  bool collides(int x, int y) const { return value(sequence_.collisions, x, y) != 0; }

 private:
  int value(const std::vector<std::uint8_t>& plane, int x, int y) const {
    if (plane.empty() || x < 0 || y < 0 || x >= width_ || y >= height_) return 0;
    return plane[first_ + std::size_t(y) * std::size_t(width_) + std::size_t(x)];
  }

  const worlds::Sequence& sequence_;
  int height_, width_;
  bool binary_ = true;
  std::size_t first_ = 0, channels_ = 1;
};

Rgb pixel_color(const FrameView& frame, int x, int y) {
  if (!frame.binary()) return frame.colour(x, y);
  if (const int id = frame.group(x, y); id > 0) return component_color(id - 1);
  return frame.feature(x, y) != 0 ? kUngrouped : kBlack;
}

void draw_rings(Image& image, const FrameView& frame, int scale) {
  const int thickness = std::max(1, scale / 2);
  const auto below = [scale](int v) { return v < 0 ? -1 : v / scale; };
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const int px = x / scale, py = y / scale;
      if (!frame.collides(px, py)) continue;
      for (const auto& [dx, dy] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
        const int nx = below(x + dx * thickness), ny = below(y + dy * thickness);
        if (!frame.collides(nx, ny) || frame.group(nx, ny) != frame.group(px, py)) {
          image.at(x, y) = kCollision;
        }
      }
    }
  }
}

void draw_curtain(Image& image, const std::vector<float>& curtain, int scale) {
  const auto edge = [scale](float v, int limit) {
    return std::clamp(int(std::lround(v * float(scale))), 0, limit);
  };
  const int x0 = edge(curtain[0], image.width()), y0 = edge(curtain[1], image.height());
  const int x1 = edge(curtain[2], image.width()), y1 = edge(curtain[3], image.height());
  const int thickness = std::max(1, scale / 3), dash = std::max(scale, 2);
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const bool level = std::min(y - y0, y1 - 1 - y) < thickness && (x - x0) / dash % 2 == 0;
      const bool upright = std::min(x - x0, x1 - 1 - x) < thickness && (y - y0) / dash % 2 == 0;
      // an object in front stays whole
      if ((level || upright) && image.at(x, y) == kBlack) image.at(x, y) = kCurtain;
    }
  }
}

}  // namespace

Image object_frame(const worlds::Sequence& sequence, const worlds::Shape& shape, int t, int scale) {
  const FrameView frame(sequence, shape, t);
  Image small(shape.width, shape.height);
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) small.at(x, y) = pixel_color(frame, x, y);
  }
  Image image = small.upscaled(scale);
  draw_rings(image, frame, scale);
  if (sequence.curtain.size() == 4) draw_curtain(image, sequence.curtain, scale);
  return image;
}

}  // namespace rnem::figures
