#include "rnem/video/film.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "error_of.h"
#include "rnem/core/atomic_file.h"
#include "rnem/figures/gif.h"
#include "rnem/video/av_film.h"
#include "rnem/video/film_writer.h"
#include "rnem/video/picture_film.h"
#include "rnem/video/raw_film.h"
#include "temporary_folder.h"
#include "video/clips.h"

namespace rnem::video {
namespace {

using rnem::testing::error_of;
using rnem::testing::ffmpeg;
using rnem::testing::square_frame;
using rnem::testing::TemporaryFolder;
using rnem::testing::write_square_frames;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<Frame> all_frames(Film& film) {
  std::vector<Frame> frames;
  for (Frame frame; film.next(frame);) frames.push_back(frame);
  return frames;
}

int largest_difference(const Frame& frame, const figures::Image& expected) {
  const Frame wanted = frame_of(expected);
  int most = 0;
  for (std::size_t i = 0; i < wanted.pixels.size(); ++i) {
    const std::size_t at = frame.channels == 3 ? i : i / 3;
    most = std::max(most, std::abs(int(frame.pixels[at]) - int(wanted.pixels[i])));
  }
  return most;
}

class VideoFile : public ::testing::Test {
 protected:
  VideoFile() { write_square_frames(folder_ / "frames", 8); }
  // "clip.mp4", made with these flags for the encoder
  std::string made(const std::string& name, const std::string& flags = "") {
    ffmpeg(folder_.path(), "-framerate 15 -i frames/%d.png " + flags + " " + name);
    return (folder_ / name).string();
  }
  // What is said of a file, opened and read to its end: one line that begins with its name.
  std::string complaint(const std::string& path) const {
    const std::string said = error_of([&] { all_frames(*open_video(path)); });
    EXPECT_THAT(said, AllOf(StartsWith(path + ": "), Not(HasSubstr("\n"))));
    return said.substr(path.size() + 2);
  }
  TemporaryFolder folder_;
};

TEST_F(VideoFile, ComesBackWithItsSizeRateAndFrames) {
  for (const char* name : {"clip.mp4", "clip.mkv", "clip.webm", "clip.avi", "clip.mov"}) {
    const auto film = open_video(made(name));
    EXPECT_EQ(film->info().width, 96) << name;
    EXPECT_EQ(film->info().height, 64) << name;
    EXPECT_NEAR(film->info().rate, 15, 0.01) << name;
    EXPECT_EQ(film->info().frames, 8) << name;
    const auto frames = all_frames(*film);
    ASSERT_EQ(frames.size(), 8U) << name;
    const Frame& last = frames.back();
    EXPECT_GT(last.pixels[3 * std::size_t(96 * 16 + 31)], 150) << name;
    EXPECT_LT(last.pixels[3 * std::size_t(96 * 16 + 10)], 80) << name;
  }
}

TEST_F(VideoFile, WithoutLossComesBackToTheBit) {
  const auto frames = all_frames(*open_video(made("clip.mkv", "-c:v ffv1 -pix_fmt bgr0")));
  ASSERT_EQ(frames.size(), 8U);
  for (int t = 0; t < 8; ++t) {
    EXPECT_EQ(largest_difference(frames[std::size_t(t)], square_frame(96, 64, t)), 0) << t;
  }
}

TEST_F(VideoFile, GifsAreFilmsToo) {
  std::vector<figures::Image> pictures;
  for (int t = 0; t < 8; ++t) pictures.push_back(square_frame(96, 64, t));
  figures::write_gif(folder_ / "clip.gif", pictures, 10);
  const auto film = open_video((folder_ / "clip.gif").string());
  EXPECT_NEAR(film->info().rate, 10, 0.01);
  const auto frames = all_frames(*film);
  ASSERT_EQ(frames.size(), 8U);
  for (int t = 0; t < 8; ++t)
    EXPECT_EQ(largest_difference(frames[std::size_t(t)], pictures[std::size_t(t)]), 0);
}

TEST_F(VideoFile, GreyOnesHaveOneChannel) {
  const auto frames = all_frames(*open_video(made("clip.mkv", "-c:v ffv1 -pix_fmt gray")));
  ASSERT_EQ(frames.size(), 8U);
  EXPECT_EQ(frames[0].channels, 1);
}

TEST_F(VideoFile, ThatIsCutOffIsNoticed) {
  const std::string whole = made("clip.mp4");
  const std::string bytes = read_file(whole);
  write_file(folder_ / "cut.mp4", bytes.substr(0, bytes.size() / 2));
  EXPECT_THAT(complaint((folder_ / "cut.mp4").string()), StartsWith("cannot be read as a video"));
  // with the index in front only the frames are missing
  const std::string fast = read_file(made("fast.mp4", "-movflags +faststart"));
  write_file(folder_ / "cut2.mp4", fast.substr(0, fast.size() - 300));
  EXPECT_THAT(complaint((folder_ / "cut2.mp4").string()), HasSubstr("after "));
  const std::string lossless = read_file(made("whole.mkv", "-c:v ffv1"));
  write_file(folder_ / "cut.mkv", lossless.substr(0, lossless.size() * 2 / 3));
  EXPECT_THAT(complaint((folder_ / "cut.mkv").string()), HasSubstr("after "));
}

TEST_F(VideoFile, ThatIsNoneIsNamed) {
  write_file(folder_ / "empty.mp4", "");
  EXPECT_EQ(complaint((folder_ / "empty.mp4").string()), "is empty, a video was expected");
  write_file(folder_ / "text.mp4", "Dear diary,\ntoday I saw four balls.\n");
  EXPECT_THAT(complaint((folder_ / "text.mp4").string()), StartsWith("cannot be read as a video"));
  ffmpeg(folder_.path(), "-f lavfi -i sine=duration=1 sound.mp4");
  EXPECT_EQ(complaint((folder_ / "sound.mp4").string()), "has no pictures");
  EXPECT_THAT(error_of([] { open_video("nowhere.mp4"); }), "nowhere.mp4: no such file");
}

TEST_F(VideoFile, OfSidesThatMakeNoSenseIsRefused) {
  ffmpeg(folder_.path(),
         "-f rawvideo -pix_fmt gray -s 1x1 -i /dev/zero -frames:v 3 -c:v ffv1 dot.mkv");
  EXPECT_EQ(complaint((folder_ / "dot.mkv").string()),
            "frames of 1x1 pixels, expected 8 or more a side");
  ffmpeg(folder_.path(),
         "-f rawvideo -pix_fmt gray -s 10000x10000 -i /dev/zero -frames:v 1 -c:v ffv1 large.mkv");
  EXPECT_EQ(complaint((folder_ / "large.mkv").string()),
            "frames of 10000x10000 pixels are too large, expected 67 million pixels at most");
}

TEST_F(VideoFile, WhoseSizeChangesIsRefusedWhereItDoes) {
  // a transport stream is what can be put behind another one
  ffmpeg(folder_.path(), "-f lavfi -i testsrc=size=96x64:duration=1:rate=10 a.ts");
  ffmpeg(folder_.path(), "-f lavfi -i testsrc=size=64x96:duration=1:rate=10 b.ts");
  write_file(folder_ / "both.ts", read_file(folder_ / "a.ts") + read_file(folder_ / "b.ts"));
  EXPECT_THAT(
      complaint((folder_ / "both.ts").string()),
      AllOf(StartsWith("frame "), EndsWith("has 64x96 pixels, the frames before it 96x64")));
}

TEST_F(VideoFile, ThatNamesOtherFilesDoesNotGetThem) {
  made("clip.ts");
  write_file(
      folder_ / "list.m3u8",
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://localhost/x.ts\n#EXT-X-ENDLIST\n");
  EXPECT_NE(complaint((folder_ / "list.m3u8").string()), "no error");
}

TEST(Camera, ThatIsNotThereIsNamed) {
  EXPECT_EQ(error_of([] { open_camera("/dev/video99", ""); }), "/dev/video99: no such camera");
  EXPECT_THAT(error_of([] { open_camera("/dev/null", ""); }),
              StartsWith("/dev/null: cannot be read as a video"));
}

TEST(PictureFilm, AllHaveTheSizeOfTheFirst) {
  TemporaryFolder folder;
  write_square_frames(folder.path(), 2);
  figures::write_png(folder / "2.png", figures::Image(90, 64));
  const auto film =
      open_picture_film("pictures", {folder / "0.png", folder / "1.png", folder / "2.png"});
  EXPECT_EQ(film->info().frames, 3);
  EXPECT_THAT(error_of([&] { all_frames(*film); }),
              EndsWith("2.png: 90x64 pixels, the frames before it have 96x64"));
}

TEST(RawFilm, ReadsWholeFramesOnly) {
  std::FILE* pipe = std::tmpfile();
  std::string bytes;
  for (int i = 0; i < 2 * 8 * 10 * 3; ++i) bytes.push_back(char(i % 100));
  std::fputs("", pipe);
  std::fwrite(bytes.data(), 1, bytes.size(), pipe);
  std::rewind(pipe);
  const auto film = open_raw_film(pipe, "10x8", "rgb");
  EXPECT_TRUE(film->info().live);
  const auto frames = all_frames(*film);
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[1].pixels[0], 240 % 100);
  std::rewind(pipe);
  EXPECT_EQ(error_of([&] { all_frames(*open_raw_film(pipe, "10x9", "rgb")); }),
            "-: frame 2 has 210 bytes, expected 270 (10x9, 3 a pixel)");
  EXPECT_EQ(error_of([&] { open_raw_film(pipe, "", "rgb"); }),
            "-: raw frames need --size WIDTHxHEIGHT");
  EXPECT_EQ(error_of([&] { open_raw_film(pipe, "10by9", "rgb"); }),
            "--size 10by9: expected WIDTHxHEIGHT such as 640x480");
  std::fclose(pipe);
}

TEST(FilmWriter, WritesWhatCanBeRead) {
  TemporaryFolder folder;
  FilmWriter writer(folder / "film.mp4", 97, 65, 12.5);
  for (int t = 0; t < 6; ++t) writer.add(square_frame(97, 65, t));
  writer.close();
  const auto film = open_video((folder / "film.mp4").string());
  EXPECT_EQ(film->info().width, 96);
  EXPECT_EQ(film->info().height, 64);
  EXPECT_DOUBLE_EQ(film->info().rate, 12.5);
  const auto frames = all_frames(*film);
  ASSERT_EQ(frames.size(), 6U);
  for (int t = 0; t < 6; ++t) {
    EXPECT_GT(frames[std::size_t(t)].pixels[3 * std::size_t(96 * 16 + 10 + 3 * t)], 180) << t;
  }
}

}  // namespace
}  // namespace rnem::video
