#include "rnem/figures/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "rnem/core/error.h"

namespace rnem::figures {
namespace {

// the order puts hues first that stay apart in every kind of colour vision: K = 5 is common
constexpr std::array<Rgb, kComponentColors> kComponents = {{
    {0xD5, 0x5E, 0x00},  // vermillion
    {0x56, 0xB4, 0xE9},  // sky blue
    {0xF0, 0xE4, 0x42},  // yellow
    {0x00, 0x9E, 0x73},  // bluish green
    {0x7A, 0x50, 0xFF},  // violet, in place of Okabe and Ito's black
    {0xCC, 0x79, 0xA7},  // reddish purple
    {0x00, 0x72, 0xB2},  // blue
    {0xE6, 0x9F, 0x00},  // orange
    {0xB4, 0xFC, 0x9C},
    {0x78, 0xB4, 0x60},
    {0x54, 0x90, 0xFC},
    {0x00, 0xE4, 0xA8},
    {0x78, 0xE4, 0xFC},
    {0x60, 0x78, 0x3C},
    {0xCC, 0xFC, 0x78},
    {0xD8, 0x0C, 0x30},
}};

constexpr std::array<Rgb, kLineColors> kLines = {{
    {0x00, 0x72, 0xB2},  // blue
    {0xD5, 0x5E, 0x00},  // vermillion
    {0x00, 0x9E, 0x73},  // bluish green
    {0xCC, 0x79, 0xA7},  // reddish purple
    {0xE6, 0x9F, 0x00},  // orange
    {0x56, 0xB4, 0xE9},  // sky blue
    {0x00, 0x00, 0x00},  // black
}};

using Color = std::array<double, 3>;  // 0 .. 255

Color to_color(Rgb c) { return {double(c.r), double(c.g), double(c.b)}; }

std::uint8_t to_byte(double value) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
}

Rgb to_rgb(const Color& c) { return {to_byte(c[0]), to_byte(c[1]), to_byte(c[2])}; }

// NaN counts as 0: a diverged model still makes a picture
double unit(float value) { return value > 0.0f ? std::min(double(value), 1.0) : 0.0; }

}  // namespace

Rgb component_color(int k) {
  RNEM_CHECK(k >= 0, "components count from 0");
  return kComponents[std::size_t(k % kComponentColors)];
}

Rgb line_color(int i) {
  RNEM_CHECK(i >= 0, "series count from 0");
  return kLines[std::size_t(i % kLineColors)];
}

Image assignment_image(std::span<const float> gamma, int k, int height, int width) {
  const std::size_t pixels = std::size_t(height) * std::size_t(width);
  RNEM_CHECK(k >= 1 && gamma.size() == std::size_t(k) * pixels, "gamma is [K,H,W]");
  Color to_grey = to_color(kDivided);
  for (int c = 0; c < k; ++c) {
    const Color color = to_color(component_color(c));
    for (std::size_t i = 0; i < 3; ++i) to_grey[i] -= color[i] / k;
  }
  Image image(width, height);
  for (std::size_t p = 0; p < pixels; ++p) {
    Color sum{};
    double squares = 0.0;
    for (int c = 0; c < k; ++c) {
      const double weight = unit(gamma[std::size_t(c) * pixels + p]);
      const Color color = to_color(component_color(c));
      squares += weight * weight;
      for (std::size_t i = 0; i < 3; ++i) sum[i] += weight * color[i];
    }
    const double undecided = k > 1 && squares > 0.0 ? (1.0 / squares - 1.0) / (k - 1) : 0.0;
    for (std::size_t i = 0; i < 3; ++i) sum[i] += undecided * to_grey[i];
    image.at(int(p % std::size_t(width)), int(p / std::size_t(width))) = to_rgb(sum);
  }
  return image;
}

Image attention_image(std::span<const float> psi, std::span<const float> alpha, int focus, int k,
                      int height, int width) {
  const std::size_t pixels = std::size_t(height) * std::size_t(width);
  RNEM_CHECK(k >= 1 && psi.size() == std::size_t(k) * pixels, "psi is [K,H,W]");
  RNEM_CHECK(alpha.empty() || alpha.size() == std::size_t(k), "alpha is [K] or empty");
  RNEM_CHECK(focus >= 0 && focus < k, "the focus is one of the components");
  Image image = grey_image(psi.subspan(std::size_t(focus) * pixels, pixels), height, width);
  if (alpha.empty()) return image;
  for (std::size_t p = 0; p < pixels; ++p) {
    Color context{};
    double total = 0.0, clear = 1.0;
    for (int i = 0; i < k; ++i) {
      if (i == focus) continue;
      const double opacity = unit(alpha[std::size_t(i)]) * unit(psi[std::size_t(i) * pixels + p]);
      const Color color = to_color(component_color(i));
      for (std::size_t j = 0; j < 3; ++j) context[j] += opacity * color[j];
      total += opacity;
      clear *= 1.0 - opacity;
    }
    if (total <= 0.0) continue;
    Rgb& pixel = image.at(int(p % std::size_t(width)), int(p / std::size_t(width)));
    Color mixed = to_color(pixel);
    for (std::size_t j = 0; j < 3; ++j) {
      mixed[j] = clear * mixed[j] + (1.0 - clear) * context[j] / total;
    }
    pixel = to_rgb(mixed);
  }
  return image;
}

}  // namespace rnem::figures
