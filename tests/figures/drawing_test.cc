#include "rnem/figures/drawing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "figures/scene.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/figures/png.h"

namespace rnem::figures {
namespace {

TEST(Drawing, ImagesKeepTheirPixelsAtWholeScales) {
  Image image(5, 4);
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 5; ++x) image.at(x, y) = {uint8_t(40 * x), uint8_t(60 * y), 200};
  }
  Drawing drawing(20, 20);
  drawing.image(image, 3, 2, 2.0);
  const Image page = drawing.render(3.0), large = image.upscaled(6);
  ASSERT_EQ(page.width(), 60);
  for (int y = 0; y < large.height(); ++y) {
    for (int x = 0; x < large.width(); ++x) ASSERT_EQ(page.at(9 + x, 6 + y), large.at(x, y));
  }
  EXPECT_EQ(page.at(0, 0), kWhite);
}

TEST(Drawing, SavesEveryKindByItsExtension) {
  Drawing drawing(30, 20);
  drawing.fill({5, 5, 10, 10}, {{10, 200, 30}});
  drawing.text("ψ₁ γ", 2, 15, {});
  const auto folder = scratch_folder();
  drawing.save(folder / "a.png", 2.0);
  EXPECT_EQ(read_png(folder / "a.png"), drawing.render(2.0));
  drawing.save(folder / "a.svg");
  EXPECT_NE(read_file(folder / "a.svg").find("<svg"), std::string::npos);
  drawing.save(folder / "a.pdf");
  EXPECT_TRUE(read_file(folder / "a.pdf").starts_with("%PDF"));
  try {
    drawing.save(folder / "a.jpeg");
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(".png, .svg or .pdf"), std::string::npos);
  }
  EXPECT_THROW(drawing.save(folder / "nowhere/a.pdf"), InputError);
  EXPECT_THROW(drawing.save(folder / "name_only"), InputError);
}

// a missing font would draw nothing, or the same box for every letter
TEST(Drawing, TheFontHasGreekLettersAndSubscripts) {
  const auto picture = [](const std::string& text) {
    Drawing drawing(24, 24);
    drawing.text(text, 4, 18, {16});
    return drawing.render(1.0);
  };
  const Image blank = picture("");
  const std::vector<std::string> letters = {"ψ", "γ", "₁", "₂", "⁻", "⁵", "–"};
  for (std::size_t i = 0; i < letters.size(); ++i) {
    EXPECT_NE(picture(letters[i]), blank) << letters[i];
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(picture(letters[i]), picture(letters[j]));
  }
}

TEST(Drawing, TextEndsWhereItsAlignmentSays) {
  const auto ink_columns = [](Align align) {
    Drawing drawing(80, 20);
    drawing.text("HHHH", 40, 15, {12}, align);
    const Image page = drawing.render(1.0);
    int first = 80, last = 0;
    for (int y = 0; y < 20; ++y) {
      for (int x = 0; x < 80; ++x) {
        if (page.at(x, y) != kWhite) first = std::min(first, x), last = std::max(last, x);
      }
    }
    return std::pair{first, last};
  };
  EXPECT_GE(ink_columns(Align::kLeft).first, 40);
  EXPECT_LE(ink_columns(Align::kRight).second, 40);
  const auto [first, last] = ink_columns(Align::kCentre);
  EXPECT_NEAR(0.5 * (first + last), 40.0, 1.5);
}

TEST(Drawing, FittingTextIsAsLargeAsItsPlaceAllows) {
  Drawing drawing(10, 10);
  const Font wide = fitting(drawing, "a rather long label", {12}, 1000);
  EXPECT_EQ(wide.size, 12.0);
  const Font narrow = fitting(drawing, "a rather long label", {12}, 70);
  EXPECT_LT(narrow.size, 12.0);
  EXPECT_LE(drawing.text_width("a rather long label", narrow), 70.0);
}

TEST(Drawing, NanBreaksALine) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Drawing drawing(30, 10);
  drawing.polyline({{0, 5}, {10, 5}, {nan, 5}, {20, 5}, {30, 5}}, {{}, 2.0});
  const Image page = drawing.render(1.0);
  EXPECT_EQ(page.at(5, 5), kBlack);
  EXPECT_EQ(page.at(15, 5), kWhite);
  EXPECT_EQ(page.at(25, 5), kBlack);
}

}  // namespace
}  // namespace rnem::figures
