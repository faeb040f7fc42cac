// A film as a model of grey or colour sees it.
#include "rnem/video/view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace rnem::video {
namespace {

using ::testing::ElementsAre;

// One frame of 4×4 pixels, the left half red, the right half blue.
class TwoColours : public Film {
 public:
  TwoColours() {
    info_.name = "two colours";
    info_.width = info_.height = 4;
    info_.frames = 1;
  }
  bool next(Frame& frame) override {
    if (shown_) return false;
    shown_ = true;
    frame = {4, 4, 3, {}};
    for (int i = 0; i < 16; ++i) {
      const std::uint8_t red = i % 4 < 2 ? 200 : 0;
      frame.pixels.insert(frame.pixels.end(), {red, 10, static_cast<std::uint8_t>(200 - red)});
    }
    return true;
  }

 private:
  bool shown_ = false;
};

std::vector<std::uint8_t> seen_with(int channels) {
  View view([] { return std::make_unique<TwoColours>(); }, {2, 1},
            {.fit = "stretch", .channels = channels});
  EXPECT_TRUE(view.next());
  const auto pixels = view.pixels();
  EXPECT_FALSE(view.next());
  return pixels;
}

TEST(View, KeepsColours) { EXPECT_THAT(seen_with(3), ElementsAre(200, 10, 0, 0, 10, 200)); }

TEST(View, MakesGreyOfThem) {
  EXPECT_THAT(seen_with(1),
              ElementsAre(std::lround(luminance(200, 10, 0)), std::lround(luminance(0, 10, 200))));
}

TEST(View, OrZerosAndOnes) { EXPECT_THAT(seen_with(0), ElementsAre(1, 0)); }

}  // namespace
}  // namespace rnem::video
