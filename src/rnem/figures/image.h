// A picture of 8-bit RGB pixels: what every figure ends as, before it is a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rnem::figures {

struct Rgb {
  std::uint8_t r = 0, g = 0, b = 0;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

inline constexpr Rgb kBlack{0, 0, 0};
inline constexpr Rgb kWhite{255, 255, 255};

// a + (b - a)·weight, weight in [0,1].
Rgb mix(Rgb a, Rgb b, double weight);

class Image {
 public:
  Image() = default;
  Image(int width, int height, Rgb color = kBlack);

  int width() const { return width_; }
  int height() const { return height_; }
  Rgb& at(int x, int y) { return pixels_[index(x, y)]; }
  Rgb at(int x, int y) const { return pixels_[index(x, y)]; }
  std::span<const Rgb> row(int y) const { return {&pixels_[index(0, y)], size_t(width_)}; }
  const std::vector<Rgb>& pixels() const { return pixels_; }  // [H,W]

  void fill(Rgb color);
  // Paints `other` with its top left corner at (x, y); what lies outside is cut off.
  void blit(const Image& other, int x, int y);
  // Every pixel becomes a square of factor×factor pixels.
  Image upscaled(int factor) const;

  friend bool operator==(const Image&, const Image&) = default;

 private:
  std::size_t index(int x, int y) const { return std::size_t(y) * size_t(width_) + size_t(x); }

  int width_ = 0, height_ = 0;
  std::vector<Rgb> pixels_;
};

// values [H,W], 0 black to 1 white; beyond that is clipped and NaN is black.
Image grey_image(std::span<const float> values, int height, int width);
// values [H,W,C]: grey for C = 1, red, green and blue for C = 3
Image frame_image(std::span<const float> values, int height, int width, int channels);

}  // namespace rnem::figures
