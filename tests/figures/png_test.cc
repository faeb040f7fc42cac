#include "rnem/figures/png.h"

#include <gtest/gtest.h>

#include "figures/scene.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

namespace rnem::figures {
namespace {

Image gradient() {
  Image image(37, 11);
  for (int y = 0; y < 11; ++y) {
    for (int x = 0; x < 37; ++x) image.at(x, y) = {uint8_t(7 * x), uint8_t(20 * y), uint8_t(x * y)};
  }
  return image;
}

TEST(Png, ReadsBackTheSamePixels) {
  const auto path = scratch_folder() / "gradient.png";
  write_png(path, gradient());
  EXPECT_EQ(read_png(path), gradient());
}

TEST(Png, TruncatedAndForeignFilesAreInputErrors) {
  const auto path = scratch_folder() / "whole.png", broken = scratch_folder() / "broken.png";
  write_png(path, gradient());
  const std::string bytes = read_file(path);
  for (const std::string& content :
       {bytes.substr(0, bytes.size() / 2), std::string("GIF89a"), std::string()}) {
    write_file(broken, content);
    EXPECT_THROW(read_png(broken), InputError) << content.size() << " bytes";
  }
  EXPECT_THROW(read_png(scratch_folder() / "none.png"), InputError);
}

TEST(Png, MissingFolderIsAnInputErrorThatNamesIt) {
  try {
    write_png(scratch_folder() / "nowhere" / "a.png", gradient());
    FAIL() << "no exception";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("nowhere"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace rnem::figures
