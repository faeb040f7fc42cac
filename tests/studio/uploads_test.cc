#include "rnem/studio/uploads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "rnem/core/atomic_file.h"
#include "rnem/figures/gif.h"
#include "rnem/figures/png.h"
#include "rnem/source.h"
#include "rnem/studio/fitted_frames.h"
#include "temporary_folder.h"

namespace rnem::studio {
namespace {

using rnem::testing::error_of;
using rnem::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

figures::Image square_at(int x, int width, int height) {
  figures::Image image(width, height);
  for (int y = height / 4; y < height / 2; ++y) {
    for (int i = x; i < x + width / 8; ++i) image.at(i, y) = figures::kWhite;
  }
  return image;
}

std::string gif_of(const TemporaryFolder& folder, int frames) {
  std::vector<figures::Image> images;
  for (int t = 0; t < frames; ++t) images.push_back(square_at(4 * t, 160, 120));
  figures::write_gif(folder / "made.gif", images, 5);
  return read_file(folder / "made.gif");
}

TEST(Uploads, AFilmIsFittedToTheModelsSize) {
  const TemporaryFolder folder, made;
  Uploads uploads(folder.path());
  const auto facts = uploads.store({{"my film.gif", gif_of(made, 6)}}, 64, 64);
  EXPECT_EQ(facts["world"], "upload:my_film.h5");
  EXPECT_EQ(facts["frames"], 6);
  EXPECT_EQ(facts["height"], 64);
  const auto source = open_source((folder / "my_film.h5").string(), 1);
  const auto clip = source->get(Split::kTest, 0, 0, 6);
  // a square of 20 x 30 of 160 x 120 pixels is 8 x 12 of 64 x 48, in the middle
  int on = 0;
  for (int i = 0; i < 64 * 64; ++i) on += clip.features[static_cast<std::size_t>(i)];
  EXPECT_NEAR(on, 96, 25);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"my_film.h5"});
}

TEST(Uploads, PicturesAreFramesInTheOrderOfTheirNumbers) {
  const TemporaryFolder folder, made;
  std::vector<UploadedFile> files;
  for (const int t : {10, 9, 1}) {
    figures::write_png(made / "x.png", square_at(t, 64, 64));
    files.push_back({std::to_string(t) + ".png", read_file(made / "x.png")});
  }
  Uploads uploads(folder.path());
  EXPECT_EQ(uploads.store(files, 64, 64)["frames"], 3);
  const auto clip = open_source((folder / "pictures.h5").string(), 1)->get(Split::kTest, 0, 0, 3);
  const auto first_on = [&](int t) {
    for (int x = 0; x < 64; ++x) {
      if (clip.features[static_cast<std::size_t>((t * 64 + 20) * 64 + x)] != 0) return x;
    }
    return -1;
  };
  EXPECT_EQ(first_on(0), 1);
  EXPECT_EQ(first_on(1), 9);
  EXPECT_EQ(first_on(2), 10);
}

TEST(Uploads, SayWhatIsWrongWithoutOurPaths) {
  const TemporaryFolder folder, made;
  Uploads uploads(folder.path());
  const auto complaint = [&](std::vector<UploadedFile> files) {
    return error_of([&] { uploads.store(std::move(files), 64, 64); });
  };
  EXPECT_THAT(complaint({}), HasSubstr("no file"));
  EXPECT_THAT(complaint({{"a.exe", "x"}}), HasSubstr("a.exe: expected HDF5"));
  EXPECT_THAT(complaint({{"a.h5", "not HDF5"}}),
              AllOf(HasSubstr("a.h5: "), Not(HasSubstr(folder.path().string()))));
  EXPECT_THAT(complaint({{"a.gif", "GIF89a but not really"}}),
              AllOf(HasSubstr("a.gif: "), Not(HasSubstr(folder.path().string()))));
  EXPECT_THAT(complaint({{"a.gif", gif_of(made, 1)}}), HasSubstr("two frames"));
  EXPECT_THAT(complaint({{"a.png", "x"}, {"b.gif", "x"}}), HasSubstr("files of one kind"));
  EXPECT_THAT(complaint({{"../../etc/x.h5", ""}}), HasSubstr("x.h5"));
  EXPECT_TRUE(folder.names().empty());
}

TEST(Uploads, TheOldestMakeRoom) {
  const TemporaryFolder folder, made;
  Uploads uploads(folder.path());
  const std::string film = gif_of(made, 2);
  for (std::size_t i = 0; i < Uploads::kMost + 3; ++i) uploads.store({{"film.gif", film}}, 32, 32);
  EXPECT_LE(folder.names().size(), Uploads::kMost);
}

TEST(Uploads, FilmsAreMadeOfPixels) {
  const TemporaryFolder folder;
  const Uploads uploads(folder.path());
  const std::string pixels(3 * 4 * 5 * 3, '\x7f');
  EXPECT_EQ(uploads.film(pixels, 3, 4, 5, 2, 4).substr(0, 6), "GIF89a");
  EXPECT_THAT(error_of([&] { uploads.film(pixels, 4, 4, 5, 2, 4); }), HasSubstr("240 bytes"));
  EXPECT_THAT(error_of([&] { uploads.film("", 1, 0, 5, 2, 4); }), HasSubstr("film: expected"));
}

TEST(FittedFrames, KeepMeansAndProportions) {
  const std::vector<std::uint8_t> checker = {0, 200, 200, 0};
  EXPECT_EQ(fit_frame(checker.data(), 2, 2, 1, 1), std::vector<std::uint8_t>{100});
  // wide: dark like its border above and below
  const std::vector<std::uint8_t> wide = {10, 10, 10, 10};
  const auto fitted = fit_frame(wide.data(), 1, 4, 4, 4);
  EXPECT_EQ(fitted, std::vector<std::uint8_t>(16, 10));
  const std::vector<std::uint8_t> two = {0, 255};
  EXPECT_EQ(fit_frame(two.data(), 1, 2, 2, 4)[3], 255);
}

}  // namespace
}  // namespace rnem::studio
