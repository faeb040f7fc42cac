#include "rnem/figures/image.h"

#include <algorithm>
#include <cmath>

#include "rnem/core/error.h"

namespace rnem::figures {

Rgb mix(Rgb a, Rgb b, double weight) {
  const auto channel = [weight](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * weight));
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b)};
}

Image::Image(int width, int height, Rgb color) : width_(width), height_(height) {
  RNEM_CHECK(width > 0 && height > 0, "an image has at least one pixel");
  pixels_.assign(std::size_t(width) * std::size_t(height), color);
}

void Image::fill(Rgb color) { std::fill(pixels_.begin(), pixels_.end(), color); }

void Image::blit(const Image& other, int x, int y) {
  const int x0 = std::max(x, 0), x1 = std::min(x + other.width_, width_);
  const int y0 = std::max(y, 0), y1 = std::min(y + other.height_, height_);
  if (x0 >= x1) return;
  for (int row = y0; row < y1; ++row) {
    const auto source = other.row(row - y).subspan(std::size_t(x0 - x), std::size_t(x1 - x0));
    std::copy(source.begin(), source.end(), &pixels_[index(x0, row)]);
  }
}

Image Image::upscaled(int factor) const {
  RNEM_CHECK(factor > 0, "the factor of an upscale is positive");
  Image result(width_ * factor, height_ * factor);
  for (int y = 0; y < result.height_; ++y) {
    for (int x = 0; x < result.width_; ++x) result.at(x, y) = at(x / factor, y / factor);
  }
  return result;
}

Image grey_image(std::span<const float> values, int height, int width) {
  RNEM_CHECK(values.size() == std::size_t(height) * std::size_t(width), "values are [H,W]");
  Image image(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const float value = values[std::size_t(y) * std::size_t(width) + std::size_t(x)];
      // written so that NaN fails the comparison
      const double level = value > 0.0f ? std::min(value, 1.0f) : 0.0;
      image.at(x, y) = mix(kBlack, kWhite, level);
    }
  }
  return image;
}

Image frame_image(std::span<const float> values, int height, int width, int channels) {
  if (channels == 1) return grey_image(values, height, width);
  RNEM_CHECK(values.size() == std::size_t(height) * std::size_t(width) * 3, "values are [H,W,3]");
  Image image(width, height);
  // written so that NaN fails the comparison
  const auto level = [](float value) {
    return static_cast<std::uint8_t>(value > 0.0f ? std::lround(255 * std::min(value, 1.0f)) : 0);
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const float* pixel = &values[3 * (std::size_t(y) * std::size_t(width) + std::size_t(x))];
      image.at(x, y) = {level(pixel[0]), level(pixel[1]), level(pixel[2])};
    }
  }
  return image;
}

}  // namespace rnem::figures
