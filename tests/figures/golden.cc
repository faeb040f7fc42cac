#include "figures/golden.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "places.h"
#include "rnem/figures/png.h"

namespace rnem::figures {

void expect_golden(const Image& image, const std::string& name, int tolerance, double different) {
  const std::filesystem::path path =
      rnem::testing::in_source("tests/golden/figures/" + name + ".png");
  if (std::getenv("RNEM_UPDATE_GOLDEN") != nullptr) {
    write_png(path, image);
    return;
  }
  const Image golden = read_png(path);
  ASSERT_EQ(image.width(), golden.width()) << name;
  ASSERT_EQ(image.height(), golden.height()) << name;
  std::size_t off = 0;
  for (std::size_t i = 0; i < image.pixels().size(); ++i) {
    const Rgb a = image.pixels()[i], b = golden.pixels()[i];
    const int worst = std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
    if (worst > tolerance) ++off;
  }
  EXPECT_LE(double(off), different * double(image.pixels().size()))
      << name << ": " << off << " of " << image.pixels().size() << " pixels differ";
}

}  // namespace rnem::figures
