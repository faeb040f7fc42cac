#include "rnem/studio/fitted_frames.h"

#include <algorithm>
#include <cmath>

namespace rnem::studio {
namespace {

using dataset::GreyClip;
using dataset::GreyFrames;

class FittedFrames final : public GreyFrames {
 public:
  FittedFrames(std::shared_ptr<const GreyFrames> inner, int height, int width)
      : inner_(std::move(inner)), height_(height), width_(width) {}

  std::int64_t sequences() const override { return inner_->sequences(); }
  int frames(std::int64_t sequence) const override { return inner_->frames(sequence); }
  std::string name(std::int64_t sequence) const override { return inner_->name(sequence); }

  GreyClip get(std::int64_t sequence, int first, int frames) const override {
    const GreyClip clip = inner_->get(sequence, first, frames);
    GreyClip fitted{height_, width_, {}};
    const std::size_t pixels = static_cast<std::size_t>(clip.height) * clip.width;
    for (int t = 0; t < frames; ++t) {
      const auto frame =
          fit_frame(clip.levels.data() + t * pixels, clip.height, clip.width, height_, width_);
      fitted.levels.insert(fitted.levels.end(), frame.begin(), frame.end());
    }
    return fitted;
  }

 private:
  std::shared_ptr<const GreyFrames> inner_;
  int height_, width_;
};

std::uint8_t border_level(const std::uint8_t* levels, int height, int width) {
  std::int64_t sum = 0, count = 0;
  for (int y = 0; y < height; ++y) {
    const int step = y == 0 || y == height - 1 ? 1 : std::max(1, width - 1);
    for (int x = 0; x < width; x += step, ++count) sum += levels[y * width + x];
  }
  return static_cast<std::uint8_t>(sum / count);
}

// The mean over [x0,x1) x [y0,y1), pixels cut by the edges by their shares.
double mean_over(const std::uint8_t* levels, int height, int width, double x0, double y0, double x1,
                 double y1) {
  double sum = 0, area = 0;
  for (int y = static_cast<int>(y0); y < std::min<double>(height, std::ceil(y1)); ++y) {
    const double tall = std::min(y1, y + 1.0) - std::max<double>(y0, y);
    for (int x = static_cast<int>(x0); x < std::min<double>(width, std::ceil(x1)); ++x) {
      const double share = tall * (std::min(x1, x + 1.0) - std::max<double>(x0, x));
      sum += share * levels[y * width + x];
      area += share;
    }
  }
  return area > 0 ? sum / area : 0;
}

}  // namespace

std::vector<std::uint8_t> fit_frame(const std::uint8_t* levels, int height, int width,
                                    int new_height, int new_width) {
  const double scale =
      std::min(static_cast<double>(new_height) / height, static_cast<double>(new_width) / width);
  const int tall = std::clamp(static_cast<int>(std::lround(height * scale)), 1, new_height);
  const int wide = std::clamp(static_cast<int>(std::lround(width * scale)), 1, new_width);
  const int top = (new_height - tall) / 2, left = (new_width - wide) / 2;
  std::vector<std::uint8_t> out(static_cast<std::size_t>(new_height) * new_width,
                                border_level(levels, height, width));
  const double dy = static_cast<double>(height) / tall, dx = static_cast<double>(width) / wide;
  for (int y = 0; y < tall; ++y) {
    for (int x = 0; x < wide; ++x) {
      out[static_cast<std::size_t>(top + y) * new_width + left + x] =
          static_cast<std::uint8_t>(std::lround(
              mean_over(levels, height, width, x * dx, y * dy, (x + 1) * dx, (y + 1) * dy)));
    }
  }
  return out;
}

std::unique_ptr<GreyFrames> fit_frames(std::shared_ptr<const GreyFrames> inner, int height,
                                       int width) {
  return std::make_unique<FittedFrames>(std::move(inner), height, width);
}

}  // namespace rnem::studio
