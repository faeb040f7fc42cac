#include "rnem/tracking/owners.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rnem::tracking {
namespace {

using ::testing::ElementsAre;

TEST(Owners, ALitPixelBelongsToWhoDrawsItAndItsRimToWhomItTouches) {
  // 1x8 pixels, two components; pixel 7 is lit far from anything that is drawn
  const auto psi = torch::tensor({{0.9F, 0.9F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F},
                                  {0.0F, 0.0F, 0.0F, 0.8F, 0.0F, 0.0F, 0.0F, 0.0F}});
  const auto gamma = torch::tensor({{0.9F, 0.9F, 0.6F, 0.1F, 0.6F, 0.6F, 0.6F, 0.6F},
                                    {0.1F, 0.1F, 0.4F, 0.9F, 0.4F, 0.4F, 0.4F, 0.4F}});
  EXPECT_THAT(owners_of(psi, gamma, {1, 1, 0, 1, 1, 0, 0, 1}, 8),
              ElementsAre(1, 1, 0, 2, 2, 0, 0, 0));
}

// A disc of radius 20 on 128x128 pixels, seen by a model of 16x16.
class Enlarged : public ::testing::Test {
 protected:
  Enlarged() : levels_(128 * 128, 40) {
    for (int y = 0; y < 128; ++y) {
      for (int x = 0; x < 128; ++x) {
        if (in_disc(x, y)) levels_[std::size_t(128 * y + x)] = 220;
      }
    }
    small_ = fit_.shrink(levels_);
  }
  static bool in_disc(int x, int y) { return std::hypot(x + 0.5 - 50, y + 0.5 - 60) < 20; }

  // pixels that are not as the disc has them
  int differing(const figures::IdPicture& picture, int id) const {
    int count = 0;
    for (int i = 0; i < 128 * 128; ++i) {
      count += (picture.ids[std::size_t(i)] == id) != in_disc(i % 128, i / 128) ? 1 : 0;
    }
    return count;
  }
  std::vector<int> owners(const std::vector<std::uint8_t>& lit, int id) const {
    std::vector<int> all;
    for (const auto pixel : lit) all.push_back(pixel * id);
    return all;
  }

  video::Fit fit_{{128, 128}, {16, 16}, "whole"};
  std::vector<std::uint8_t> levels_, small_;
};

// Red in front of blue of the same lightness, which grey levels would not tell apart.
TEST_F(Enlarged, ItsColoursSayWhereAnObjectEnds) {
  video::Frame frame{128, 128, 3, {}};
  for (int i = 0; i < 128 * 128; ++i) {
    const bool in = in_disc(i % 128, i / 128);
    frame.pixels.insert(frame.pixels.end(),
                        {std::uint8_t(in ? 200 : 80), 60, std::uint8_t(in ? 20 : 255)});
  }
  std::vector<int> owners(256, 0);
  Colours colours{3, {}, {0, 0, 0, 200, 60, 20}};
  for (int i = 0; i < 256; ++i) {
    colours.behind.insert(colours.behind.end(), {80, 60, 255});
    if (small_[std::size_t(i)] > 60) owners[std::size_t(i)] = 2;
  }
  EXPECT_EQ(differing(enlarged(owners, frame, colours, fit_), 2), 0);
}

TEST_F(Enlarged, TheFilmsOwnPixelsSayWhereAnObjectEnds) {
  for (const auto& method : video::binarise_methods()) {
    video::Binariser binariser({.method = method}, fit_);
    if (method == "background") binariser.look({std::vector<std::uint8_t>(256, 40)});
    const auto lit = binariser(small_);
    EXPECT_EQ(differing(enlarged(owners(lit, 3), levels_, binariser, fit_), 3), 0) << method;
  }
}

TEST_F(Enlarged, WithoutAFrameTheModelsPixelsDo) {
  video::Binariser binariser({}, fit_);
  const int wrong = differing(enlarged(owners(binariser(small_), 3), fit_), 3);
  EXPECT_GT(wrong, 0);
  EXPECT_LT(wrong, 0.15 * 20 * 20 * 3.14);
}

}  // namespace
}  // namespace rnem::tracking
