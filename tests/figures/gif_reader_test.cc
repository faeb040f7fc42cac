#include "rnem/figures/gif_reader.h"

#include <gif_lib.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "figures/scene.h"
#include "rnem/core/atomic_file.h"
#include "rnem/figures/gif.h"
#include "rnem/rng.h"

namespace rnem::figures {
namespace {

using rnem::testing::error_of;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kPlenty = 1 << 24;

std::vector<Image> moving_square() {
  std::vector<Image> frames;
  for (int i = 0; i < 5; ++i) {
    Image frame(40, 30, {10, 20, 30});
    frame.blit(Image(6, 6, {uint8_t(50 * i), 200, 90}), 5 * i, 4 * i);
    frames.push_back(frame);
  }
  return frames;
}

TEST(GifReader, ReadsBackWhatIsWritten) {
  const auto path = scratch_folder() / "read.gif";
  write_gif(path, moving_square(), 7);
  EXPECT_EQ(read_gif(path, kPlenty), moving_square());
}

// As other programs write: rows in interlaced order, a transparent colour, a frame that is taken
// away again.
TEST(GifReader, InterlacedTransparentAndDisposedFrames) {
  const auto path = scratch_folder() / "foreign.gif";
  int error = 0;
  GifFileType* gif = EGifOpenFileName(path.c_str(), false, &error);
  ASSERT_NE(gif, nullptr);
  EGifSetGifVersion(gif, true);
  const GifColorType colours[4] = {{9, 9, 9}, {250, 0, 0}, {0, 250, 0}, {0, 0, 250}};
  ColorMapObject* map = GifMakeMapObject(4, colours);
  EGifPutScreenDesc(gif, 4, 10, 8, 0, map);
  const auto put = [&](bool interlaced, int disposal, const std::vector<int>& row_order) {
    const GraphicsControlBlock control{disposal, false, 1, 0};  // colour 0 is transparent
    GifByteType bytes[4];
    EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, int(EGifGCBToExtension(&control, bytes)), bytes);
    EGifPutImageDesc(gif, 0, 0, 4, 10, interlaced, nullptr);
    for (const int y : row_order) {
      std::vector<GifByteType> line = {GifByteType(y % 3 + 1), 0, GifByteType(y % 2), 3};
      EGifPutLine(gif, line.data(), 4);
    }
  };
  put(true, DISPOSE_DO_NOT, {0, 8, 4, 2, 6, 1, 3, 5, 7, 9});
  put(false, DISPOSE_BACKGROUND, std::vector<int>(10, 4));
  put(false, DISPOSE_DO_NOT, std::vector<int>(10, 3));
  GifFreeMapObject(map);
  ASSERT_EQ(EGifCloseFile(gif, &error), GIF_OK);

  const auto frames = read_gif(path, kPlenty);
  ASSERT_EQ(frames.size(), 3u);
  const auto colour = [&](int index) {
    return Rgb{colours[index].Red, colours[index].Green, colours[index].Blue};
  };
  for (int y = 0; y < 10; ++y) {
    EXPECT_EQ(frames[0].at(0, y), colour(y % 3 + 1)) << "row " << y;
    EXPECT_EQ(frames[0].at(1, y), kBlack) << "nothing was painted";
    EXPECT_EQ(frames[0].at(2, y), y % 2 == 1 ? colour(1) : kBlack);
    EXPECT_EQ(frames[1].at(2, y), frames[0].at(2, y)) << "what shows through stays";
    EXPECT_EQ(frames[1].at(0, y), colour(2));
    EXPECT_EQ(frames[2].at(1, y), kBlack);
    EXPECT_EQ(frames[2].at(0, y), colour(1)) << "the second frame is gone";
  }
}

TEST(GifReader, DamageIsOneLineThatNamesTheFile) {
  const auto path = scratch_folder() / "whole.gif", broken = scratch_folder() / "broken.gif";
  write_gif(path, moving_square(), 7);
  const std::string whole = read_file(path);
  const auto said = [&](const std::string& bytes) {
    write_file(broken, bytes);
    return error_of([&] { read_gif(broken, kPlenty); });
  };
  for (std::size_t size = 0; size + 1 < whole.size(); size += 1 + size / 30) {
    EXPECT_THAT(said(whole.substr(0, size)), HasSubstr("broken.gif: ")) << size;
  }
  Rng rng(2, "flips");
  for (int i = 0; i < 300; ++i) {
    std::string damaged = whole;
    damaged[rng.below(whole.size())] ^= static_cast<char>(1 << rng.below(8));
    EXPECT_THAT(said(damaged), Not(HasSubstr("\n")));
  }
  EXPECT_THAT(error_of([&] { read_gif(path, 40 * 30 * 4); }),
              HasSubstr("whole.gif: more than 4 frames are too many"));
}

}  // namespace
}  // namespace rnem::figures
