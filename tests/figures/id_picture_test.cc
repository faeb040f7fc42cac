#include "rnem/figures/id_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "rnem/core/atomic_file.h"
#include "rnem/figures/png.h"
#include "temporary_folder.h"

namespace rnem::figures {
namespace {

using rnem::testing::error_of;
using rnem::testing::TemporaryFolder;
using ::testing::HasSubstr;

IdPicture any_picture() {
  IdPicture picture{7, 3, {}};
  for (int i = 0; i < 21; ++i) picture.ids.push_back(std::uint16_t(i * 3120));
  return picture;
}

TEST(IdPicture, NumbersUpTo65535ComeBack) {
  TemporaryFolder folder;
  write_id_png(folder / "ids.png", any_picture());
  EXPECT_EQ(read_id_png(folder / "ids.png"), any_picture());
}

TEST(IdPicture, ColoursAndDamageAreRefused) {
  TemporaryFolder folder;
  write_png(folder / "colours.png", Image(4, 4, {1, 2, 3}));
  EXPECT_THAT(error_of([&] { read_id_png(folder / "colours.png"); }),
              HasSubstr("it has colours, expected grey numbers or a palette"));
  write_id_png(folder / "ids.png", any_picture());
  const std::string bytes = read_file(folder / "ids.png");
  for (std::size_t size = 0; size + 12 < bytes.size(); ++size) {
    write_file(folder / "cut.png", bytes.substr(0, size));
    EXPECT_THAT(error_of([&] { read_id_png(folder / "cut.png"); }),
                HasSubstr("cut.png: not a PNG of object numbers"))
        << size;
  }
}

}  // namespace
}  // namespace rnem::figures
