#include "rnem/figures/image.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rnem::figures {
namespace {

TEST(Image, UpscaleMakesSquaresOfEveryPixel) {
  Image image(2, 1);
  image.at(1, 0) = {9, 8, 7};
  const Image large = image.upscaled(3);
  ASSERT_EQ(large.width(), 6);
  ASSERT_EQ(large.height(), 3);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 6; ++x) EXPECT_EQ(large.at(x, y), image.at(x / 3, 0));
  }
}

TEST(Image, BlitCutsOffWhatLiesOutside) {
  const Image red(3, 3, {200, 0, 0});
  Image page(4, 4, kWhite);
  page.blit(red, -2, 3);
  page.blit(red, 10, 10);
  int painted = 0;
  for (const Rgb pixel : page.pixels()) painted += pixel == Rgb{200, 0, 0};
  EXPECT_EQ(painted, 1);
  EXPECT_EQ(page.at(0, 3), (Rgb{200, 0, 0}));
}

TEST(Image, GreyLevelsClipAndSwallowNan) {
  const std::vector<float> values = {-1.0f, 0.5f, 2.0f, std::nanf("")};
  const Image image = grey_image(values, 2, 2);
  EXPECT_EQ(image.at(0, 0), kBlack);
  EXPECT_EQ(image.at(1, 0), (Rgb{128, 128, 128}));
  EXPECT_EQ(image.at(0, 1), kWhite);
  EXPECT_EQ(image.at(1, 1), kBlack);
}

}  // namespace
}  // namespace rnem::figures
