#include "rnem/figures/palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "figures/golden.h"

namespace rnem::figures {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector times(const Matrix& m, const Vector& v) {
  Vector out{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) out[i] += m[i][j] * v[j];
  }
  return out;
}

Vector linear(Rgb c) {
  const auto channel = [](int v) {
    const double s = v / 255.0;
    return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
  };
  return {channel(c.r), channel(c.g), channel(c.b)};
}

// CIELAB, white point D65
Vector lab(const Vector& rgb) {
  const Matrix to_xyz = {
      {{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}};
  Vector xyz = times(to_xyz, rgb);
  const Vector white = {0.95047, 1.0, 1.08883};
  for (std::size_t i = 0; i < 3; ++i) {
    const double v = std::max(xyz[i], 0.0) / white[i];
    xyz[i] = v > 0.008856 ? std::cbrt(v) : 7.787 * v + 16.0 / 116.0;
  }
  return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB
constexpr Matrix kNormal = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix kDeuteranope = {{{0.367322, 0.860646, -0.227968},
                                  {0.280085, 0.672501, 0.047413},
                                  {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kProtanope = {{{0.152286, 1.052583, -0.204868},
                                {0.114503, 0.786281, 0.099216},
                                {-0.003882, -0.048116, 1.051998}}};

double seen_distance(Rgb a, Rgb b, const Matrix& eye) {
  Vector seen[2] = {times(eye, linear(a)), times(eye, linear(b))};
  double squares = 0.0;
  for (Vector& v : seen) {
    for (double& x : v) x = std::clamp(x, 0.0, 1.0);
    v = lab(v);
  }
  for (std::size_t i = 0; i < 3; ++i) squares += std::pow(seen[0][i] - seen[1][i], 2);
  return std::sqrt(squares);
}

double least_distance(int colors, Rgb (*color)(int)) {
  double least = std::numeric_limits<double>::infinity();
  for (const Matrix& eye : {kNormal, kDeuteranope, kProtanope}) {
    for (int i = 0; i < colors; ++i) {
      for (int j = 0; j < i; ++j) least = std::min(least, seen_distance(color(i), color(j), eye));
    }
  }
  return least;
}

TEST(Palette, ColourBlindReadersTellAllComponentsApart) {
  EXPECT_GT(least_distance(kComponentColors, component_color), 15.0);
  EXPECT_GT(least_distance(8, component_color), 17.0);
  EXPECT_GT(least_distance(5, component_color), 30.0);
}

TEST(Palette, ColourBlindReadersTellAllLinesApart) {
  EXPECT_GT(least_distance(kLineColors, line_color), 17.0);
}

TEST(Palette, TheDistanceItselfSeesThatRedAndGreenAreAlikeForDeuteranopes) {
  const Rgb red{200, 90, 60}, green{130, 130, 60};
  EXPECT_GT(seen_distance(red, green, kNormal), 45.0);
  EXPECT_LT(seen_distance(red, green, kDeuteranope), 15.0);
}

TEST(Palette, ComponentsDifferFromBackgroundFocusAndDivided) {
  for (int k = 0; k < kComponentColors; ++k) {
    for (const Rgb other : {kBlack, kWhite, kDivided}) {
      for (const Matrix& eye : {kNormal, kDeuteranope, kProtanope}) {
        EXPECT_GT(seen_distance(component_color(k), other, eye), 15.0) << "component " << k;
      }
    }
  }
}

TEST(AssignmentImage, HardIsPureAndEvenIsGreyForEveryK) {
  for (int k = 2; k <= kComponentColors; ++k) {
    // pixel 0 belongs to the last component, pixel 1 to all alike
    std::vector<float> gamma(std::size_t(2 * k));
    for (int c = 0; c < k; ++c) {
      gamma[std::size_t(2 * c)] = c == k - 1;
      gamma[std::size_t(2 * c + 1)] = 1.0f / float(k);
    }
    const Image image = assignment_image(gamma, k, 1, 2);
    EXPECT_EQ(image.at(0, 0), component_color(k - 1)) << "K = " << k;
    EXPECT_EQ(image.at(1, 0), kDivided) << "K = " << k;
  }
}

TEST(AssignmentImage, OneComponentHasItsColour) {
  EXPECT_EQ(assignment_image(std::vector<float>{1.0f}, 1, 1, 1).at(0, 0), component_color(0));
}

TEST(AttentionImage, FocusIsWhiteAndContextTintsByAttention) {
  // three components, each on at its own pixel of three
  const std::vector<float> psi = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const std::vector<float> alpha = {0.9f, 0.5f, 0.0f};
  const Image image = attention_image(psi, alpha, 0, 3, 1, 3);
  EXPECT_EQ(image.at(0, 0), kWhite) << "a component pays no attention to itself";
  EXPECT_EQ(image.at(1, 0), mix(kBlack, component_color(1), 0.5));
  EXPECT_EQ(image.at(2, 0), kBlack);
}

TEST(AttentionImage, WithoutAttentionIsTheReconstruction) {
  const std::vector<float> psi = {0.25f, 1, 0, 1};
  EXPECT_EQ(attention_image(psi, {}, 0, 2, 1, 2), grey_image(std::vector<float>{0.25f, 1}, 1, 2));
}

// gamma slides from even at the left to hard at the right, one component a band
TEST(AssignmentImage, LooksAsItDid) {
  constexpr int kK = 5, kWidth = 24, kBand = 4;
  std::vector<float> gamma(std::size_t(kK * kK * kBand * kWidth));
  for (int c = 0; c < kK; ++c) {
    for (int y = 0; y < kK * kBand; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        const float sure = float(x) / (kWidth - 1);
        gamma[std::size_t((c * kK * kBand + y) * kWidth + x)] =
            (1 - sure) / kK + (y / kBand == c ? sure : 0.0f);
      }
    }
  }
  expect_golden(assignment_image(gamma, kK, kK * kBand, kWidth).upscaled(4), "assignment");
}

}  // namespace
}  // namespace rnem::figures
