#include "rnem/worlds/paint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "rnem/core/error.h"

namespace rnem::worlds {
namespace {

using Colour = std::array<float, 3>;

// hue in [0, 6), saturation and value in [0, 1]
Colour hsv(double hue, double saturation, double value) {
  Colour colour;
  for (int c = 0; c < 3; ++c) {
    // the distance of the hue from red, green or blue, on a circle of 6
    double away = std::abs(hue - 2.0 * c);
    away = std::min(away, 6.0 - away);
    const double share = std::clamp(2.0 - away, 0.0, 1.0);
    colour[c] = static_cast<float>(value * (1.0 - saturation * (1.0 - share)));
  }
  return colour;
}

// Smooth noise: random numbers on a grid of cells×cells, between them a cubic ease.
class Noise {
 public:
  Noise(int cells, Rng& rng)
      : cells_(cells), values_(static_cast<std::size_t>(cells + 1) * (cells + 1)) {
    for (float& value : values_) value = static_cast<float>(rng.uniform(-1.0, 1.0));
  }

  double at(double x, double y) const {  // in [0, 1)
    const double gx = x * cells_, gy = y * cells_;
    const int column = static_cast<int>(gx), row = static_cast<int>(gy);
    const auto ease = [](double s) { return s * s * (3 - 2 * s); };
    const double u = ease(gx - column), v = ease(gy - row);
    const auto value = [&](int r, int c) {
      return static_cast<double>(values_[static_cast<std::size_t>(r) * (cells_ + 1) + c]);
    };
    return (1 - v) * ((1 - u) * value(row, column) + u * value(row, column + 1)) +
           v * ((1 - u) * value(row + 1, column) + u * value(row + 1, column + 1));
  }

 private:
  int cells_;
  std::vector<float> values_;
};

// Calls draw(pixel, x, y) with the middles of all pixels, in [0, 1).
template <class Draw>
void for_each_pixel(int height, int width, const Draw& draw) {
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      draw(static_cast<std::size_t>(row) * width + column, (column + 0.5) / width,
           (row + 0.5) / height);
    }
  }
}

void gradient(int height, int width, int channels, Rng& rng, std::vector<float>& picture) {
  const double angle = rng.uniform(0.0, 2.0 * std::numbers::pi);
  const double from = rng.uniform(0.0, 0.6), to = rng.uniform(0.0, 0.6);
  const double dx = std::cos(angle), dy = std::sin(angle), reach = std::abs(dx) + std::abs(dy);
  for_each_pixel(height, width, [&](std::size_t pixel, double x, double y) {
    const double along = 0.5 + ((x - 0.5) * dx + (y - 0.5) * dy) / reach;
    std::fill_n(picture.begin() + static_cast<std::ptrdiff_t>(pixel) * channels, channels,
                static_cast<float>(from + along * (to - from)));
  });
}

void photo(int height, int width, int channels, Rng& rng, std::vector<float>& picture) {
  constexpr int kOctaves = 5;
  constexpr double kColourful = 0.35;  // how much of the noise differs from channel to channel
  const double level = rng.uniform(0.2, 0.45);
  double strength = 0.25;
  std::vector<double> base(static_cast<std::size_t>(channels), level);
  if (channels == 3) {
    for (double& channel : base) channel += rng.uniform(-0.06, 0.06);
  }
  std::vector<double> sums(picture.size(), 0.0);
  for (int octave = 0; octave < kOctaves; ++octave, strength /= 2) {
    const int cells = 2 << octave;
    const Noise grey(cells, rng);
    for (int c = 0; c < channels; ++c) {
      const Noise own(cells, rng);
      for_each_pixel(height, width, [&](std::size_t pixel, double x, double y) {
        sums[pixel * channels + c] +=
            strength * (grey.at(x, y) + (channels == 3 ? kColourful * own.at(x, y) : 0.0));
      });
    }
  }
  for (std::size_t i = 0; i < picture.size(); ++i) {
    picture[i] = static_cast<float>(std::clamp(base[i % channels] + sums[i], 0.02, 0.7));
  }
}

}  // namespace

const std::vector<std::string>& background_names() {
  static const std::vector<std::string> kNames = {"black", "gradient", "photo"};
  return kNames;
}

Painter::Painter(const Shape& shape, const std::string& background, std::size_t objects, Rng& rng)
    : height_(shape.height),
      width_(shape.width),
      channels_(shape.channels),
      background_(static_cast<std::size_t>(height_) * width_ * channels_, 0.0F) {
  if (background == "gradient") {
    gradient(height_, width_, channels_, rng, background_);
  } else if (background == "photo") {
    photo(height_, width_, channels_, rng, background_);
  } else {
    RNEM_CHECK(background == "black", "a background of background_names()");
  }
  for (std::size_t i = 0; i < objects; ++i) {
    if (channels_ == 1) {
      colours_.push_back(static_cast<float>(rng.uniform(0.75, 1.0)));
      continue;
    }
    const double hue = rng.uniform(0.0, 6.0), saturation = rng.uniform(0.7, 1.0);
    const Colour colour = hsv(hue, saturation, rng.uniform(0.8, 1.0));
    colours_.insert(colours_.end(), colour.begin(), colour.end());
  }
}

void Painter::draw_disc(std::vector<float>& frame, double x, double y, double radius,
                        const float* colour) const {
  const auto first = [](double at) { return std::max(0, static_cast<int>(std::floor(at)) - 1); };
  const auto last = [](double at, int size) {
    return std::min(size - 1, static_cast<int>(std::ceil(at)) + 1);
  };
  for (int row = first(y - radius); row <= last(y + radius, height_); ++row) {
    for (int column = first(x - radius); column <= last(x + radius, width_); ++column) {
      // an edge is nearly straight within a pixel: it covers what its distance from the middle says
      const double away = std::hypot(column + 0.5 - x, row + 0.5 - y);
      const auto covered = static_cast<float>(std::clamp(radius - away + 0.5, 0.0, 1.0));
      if (covered == 0.0F) continue;
      float* pixel = frame.data() + (static_cast<std::size_t>(row) * width_ + column) * channels_;
      for (int c = 0; c < channels_; ++c) pixel[c] += covered * (colour[c] - pixel[c]);
    }
  }
}

void Painter::add_frame(const std::vector<Disc>& discs, double scale) {
  std::vector<float> frame = background_;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    draw_disc(frame, discs[i].x * scale, discs[i].y * scale, discs[i].radius * scale,
              colours_.data() + i * channels_);
  }
  for (const float value : frame) {
    frames_.push_back(static_cast<std::uint8_t>(std::lround(value * 255.0F)));
  }
}

}  // namespace rnem::worlds
