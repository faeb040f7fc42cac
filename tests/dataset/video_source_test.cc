#include "rnem/dataset/video_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "rnem/core/atomic_file.h"
#include "rnem/dataset/oddities.h"
#include "temporary_folder.h"
#include "video/clips.h"

namespace rnem::dataset {
namespace {

using rnem::testing::error_of;
using rnem::testing::TemporaryFolder;
using rnem::testing::write_square_frames;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class VideoData : public ::testing::Test {
 protected:
  // three films of 24 frames and a text that is none
  VideoData() {
    write_square_frames(folder_ / "films/clip2", 24);
    write_square_frames(folder_ / "films/clip10", 24);
    rnem::testing::ffmpeg(folder_.path(), "-i films/clip2/%d.png -c:v ffv1 films/clip1.mkv");
    write_file(folder_ / "films/notes.txt", "three clips");
  }
  std::string name(const std::string& settings = "") const {
    return kVideoPrefix + (folder_ / "films").string() + settings;
  }
  TemporaryFolder folder_;
};

TEST_F(VideoData, FilmsBecomeSequencesOfTheModelsSize) {
  const auto source = open_source(name(",size=48x32,frames=10"), 1);
  EXPECT_EQ(source->shape().width, 48);
  EXPECT_EQ(source->shape().height, 32);
  EXPECT_EQ(source->frames(), 10);
  // two of each film
  EXPECT_EQ(source->size(Split::kTraining), 4);
  EXPECT_EQ(source->size(Split::kValidation), 1);
  EXPECT_EQ(source->size(Split::kTest), 1);
  // half size: the square of 12 pixels at 4 + 3 t has 6 and begins at 2 + 1.5 t
  const auto second = source->get(Split::kTraining, 1, 2, 3);
  ASSERT_EQ(second.features.size(), 3U * 48 * 32);
  for (int x = 0; x < 48; ++x) {
    const int on = second.features[std::size_t(48 * 8 + x)];
    EXPECT_EQ(on, x >= 20 && x < 26 ? 1 : 0) << x;
  }
}

TEST_F(VideoData, AWindowIsTheSameWhereverItIsRead) {
  const auto source = open_source(name(",frames=8"), 1);
  const auto whole = source->get(Split::kTest, 0, 0, 8), part = source->get(Split::kTest, 0, 5, 2);
  const std::size_t pixels = 64 * 64;
  EXPECT_TRUE(std::equal(part.features.begin(), part.features.end(),
                         whole.features.begin() + std::ptrdiff_t(5 * pixels)));
  EXPECT_THAT(error_of([&] { source->get(Split::kTest, 0, 5, 4); }), HasSubstr("no frames 5 .. 8"));
  EXPECT_THAT(error_of([&] { source->get(Split::kTest, 9, 0, 4); }), HasSubstr("of sequence 9"));
}

TEST_F(VideoData, ColoursStayWhereTheyAreAskedFor) {
  make_folder(folder_ / "red");
  for (const char* file : {"red/a.mkv", "red/b.mkv", "red/c.mkv"}) {
    rnem::testing::ffmpeg(folder_.path(),
                          "-f lavfi -i color=red:size=16x16 -frames:v 8 -pix_fmt bgr0 -c:v ffv1 " +
                              std::string(file));
  }
  const std::string films = kVideoPrefix + (folder_ / "red").string() + ",size=8x8,frames=8";
  const auto source = open_source(films + ",pixels=rgb", 1);
  EXPECT_EQ(source->shape().channels, 3);
  EXPECT_EQ(source->shape().levels, 255);
  EXPECT_THAT(find_oddities(*source), IsEmpty());
  const auto two = source->get(Split::kTest, 0, 3, 2);
  ASSERT_EQ(two.features.size(), 2U * 8 * 8 * 3);
  for (std::size_t i = 0; i < two.features.size(); ++i) {
    EXPECT_NEAR(two.features[i], i % 3 == 0 ? 255 : 0, 3) << i;
  }
  EXPECT_EQ(open_source(films + ",pixels=grey", 1)->get(Split::kTest, 0, 0, 8).features.size(),
            8U * 8 * 8);
  EXPECT_THAT(error_of([&] { open_source(films + ",pixels=rgb,binarise=otsu,invert", 1); }),
              HasSubstr("pixels= keeps grey or colour, expected none of binarise"));
  EXPECT_THAT(error_of([&] { open_source(films + ",pixels=rgp", 1); }),
              HasSubstr("unknown 'rgp' (did you mean 'rgb'?)"));
}

TEST_F(VideoData, WhatIsWrongIsNamed) {
  EXPECT_THAT(error_of([&] { open_source(name(",sice=4x4"), 1); }),
              EndsWith("unknown setting 'sice' (did you mean 'size'?)"));
  EXPECT_THAT(error_of([&] { open_source(name(",binarise=otzu"), 1); }),
              HasSubstr("unknown 'otzu' (did you mean 'otsu'?)"));
  EXPECT_THAT(error_of([&] { open_source(name(",frames=many"), 1); }),
              EndsWith("'many': expected a number 2 .. 10000"));
  EXPECT_THAT(error_of([&] { open_source(name(",frames=20,every=3"), 1); }),
              HasSubstr("0 sequences of 20 frames, expected 3 or more"));
  EXPECT_EQ(error_of([] { open_source("video:nowhere", 1); }),
            "video:nowhere: no such file or folder");
  make_folder(folder_ / "none");
  EXPECT_THAT(error_of([&] { open_source("video:" + (folder_ / "none").string(), 1); }),
              EndsWith("none: has no videos"));
}

}  // namespace
}  // namespace rnem::dataset
