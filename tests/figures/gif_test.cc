#include "rnem/figures/gif.h"

#include <gif_lib.h>
#include <gtest/gtest.h>

#include "figures/scene.h"
#include "rnem/core/error.h"
#include "rnem/figures/contact_sheet.h"
#include "rnem/figures/quantise.h"

namespace rnem::figures {
namespace {

struct Decoded {
  std::vector<Image> frames;
  std::vector<int> delays;
  bool loops_for_ever = false;
  int stored_pixels = 0;  // over all frames, after cropping
};

// Plays the file as a viewer would: each frame is painted over what is there.
Decoded decode(const std::filesystem::path& path) {
  int error = 0;
  GifFileType* gif = DGifOpenFileName(path.c_str(), &error);
  EXPECT_NE(gif, nullptr);
  EXPECT_EQ(DGifSlurp(gif), GIF_OK);
  Decoded decoded;
  Image screen(gif->SWidth, gif->SHeight);
  for (int i = 0; i < gif->ImageCount; ++i) {
    const SavedImage& image = gif->SavedImages[i];
    const auto& box = image.ImageDesc;
    for (int y = 0; y < box.Height; ++y) {
      for (int x = 0; x < box.Width; ++x) {
        const GifColorType c = gif->SColorMap->Colors[image.RasterBits[y * box.Width + x]];
        screen.at(box.Left + x, box.Top + y) = {c.Red, c.Green, c.Blue};
      }
    }
    decoded.stored_pixels += box.Width * box.Height;
    GraphicsControlBlock control;
    EXPECT_EQ(DGifSavedExtensionToGCB(gif, i, &control), GIF_OK);
    EXPECT_EQ(control.TransparentColor, NO_TRANSPARENT_COLOR);
    decoded.delays.push_back(control.DelayTime);
    for (int e = 0; i == 0 && e < image.ExtensionBlockCount; ++e) {
      const ExtensionBlock& block = image.ExtensionBlocks[e];
      decoded.loops_for_ever |= block.Function == CONTINUE_EXT_FUNC_CODE && block.ByteCount == 3 &&
                                block.Bytes[0] == 1 && block.Bytes[1] == 0 && block.Bytes[2] == 0;
    }
    decoded.frames.push_back(screen);
  }
  DGifCloseFile(gif, &error);
  return decoded;
}

TEST(Gif, FewColoursComeBackExactly) {
  std::vector<Image> frames;
  for (int i = 0; i < 5; ++i) {
    Image frame(40, 30, {10, 20, 30});
    frame.blit(Image(6, 6, {uint8_t(50 * i), 200, 90}), 5 * i, 4 * i);
    frames.push_back(frame);
  }
  const auto path = scratch_folder() / "few.gif";
  write_gif(path, frames, 7);
  const Decoded decoded = decode(path);
  ASSERT_EQ(decoded.frames.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(decoded.frames[i], frames[i]) << "frame " << i;
  EXPECT_EQ(decoded.delays, std::vector<int>(5, 7));
  EXPECT_TRUE(decoded.loops_for_ever);
  EXPECT_LT(decoded.stored_pixels, 5 * 40 * 30) << "frames after the first are cropped";
}

TEST(Gif, AnUnchangedFrameStillCounts) {
  const std::vector<Image> frames(3, Image(4, 4, {1, 2, 3}));
  const auto path = scratch_folder() / "still.gif";
  write_gif(path, frames, 10);
  EXPECT_EQ(decode(path).frames, frames);
}

TEST(Gif, ManyColoursComeBackNear) {
  // 64·64 colours on two planes of the colour cube
  std::vector<Image> frames(2, Image(64, 64));
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      frames[0].at(x, y) = {uint8_t(4 * x), uint8_t(4 * y), 40};
      frames[1].at(x, y) = {uint8_t(4 * x), 90, uint8_t(4 * y)};
    }
  }
  const auto path = scratch_folder() / "many.gif";
  write_gif(path, frames, 4);
  const Decoded decoded = decode(path);
  double squares = 0.0;
  for (std::size_t f = 0; f < 2; ++f) {
    for (std::size_t i = 0; i < frames[f].pixels().size(); ++i) {
      const Rgb a = frames[f].pixels()[i], b = decoded.frames[f].pixels()[i];
      const int r = a.r - b.r, g = a.g - b.g, blue = a.b - b.b;
      squares += r * r + g * g + blue * blue;
    }
  }
  // 256 colours for two planes of 256×256: squares of side 23, so an error of 23/√6 = 9.4
  EXPECT_LT(std::sqrt(squares / (2 * 64 * 64)), 13.0);
}

TEST(Gif, AFilmOfASequenceKeepsTheColoursOfItsObjects) {
  const auto sequence = scene_sequence(4, 16, 3);
  const auto film = sequence_film(sequence, scene_shape(16, 3), {.scale = 3});
  const auto path = scratch_folder() / "film.gif";
  write_gif(path, film, 10);
  const Decoded decoded = decode(path);
  ASSERT_EQ(decoded.frames.size(), 4u);
  EXPECT_EQ(decoded.frames, film);
}

TEST(Gif, BadPathIsAnInputError) {
  const std::vector<Image> frames(1, Image(2, 2));
  EXPECT_THROW(write_gif(scratch_folder() / "nowhere/a.gif", frames, 1), InputError);
  EXPECT_THROW(write_gif(scratch_folder(), frames, 1), InputError);
}

TEST(Quantise, PaletteKeepsToItsLimit) {
  Image image(64, 64);
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) image.at(x, y) = {uint8_t(4 * x), uint8_t(4 * y), 0};
  }
  for (const int limit : {1, 2, 7, 256}) {
    EXPECT_EQ(choose_palette({&image, 1}, limit).size(), std::size_t(limit));
  }
}

TEST(Quantise, MostlyOneColourKeepsThatColour) {
  Image image(100, 100, {12, 34, 56});
  for (int i = 0; i < 100; ++i) image.at(i, 0) = {uint8_t(i), uint8_t(2 * i), 200};
  PaletteIndex index(choose_palette({&image, 1}, 16));
  const auto palette = choose_palette({&image, 1}, 16);
  EXPECT_EQ(palette[index({12, 34, 56})], (Rgb{12, 34, 56}));
}

}  // namespace
}  // namespace rnem::figures
