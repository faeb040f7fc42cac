#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "program.h"
#include "rnem/core/atomic_file.h"
#include "rnem/figures/palette.h"
#include "rnem/figures/png.h"

namespace rnem {
namespace {

using rnem::testing::run_program;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class DataView : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("rnem_view_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  rnem::testing::Run view(const std::string& arguments) {
    return run_program("data view " + arguments, folder_.string());
  }

  // one line, exit code 2, and nothing written
  void expect_refused(const std::string& arguments, const std::string& why) {
    const auto run = view(arguments);
    EXPECT_EQ(run.code, 2) << arguments;
    EXPECT_THAT(run.err, HasSubstr(why)) << arguments;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_TRUE(std::filesystem::is_empty(folder_)) << arguments;
  }

  std::filesystem::path folder_;
};

TEST_F(DataView, SheetShowsTheFramesOfALiveSource) {
  const auto run = view("live:balls4mass64 --out a.png --frames 6 --every 5 --scale 1");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "a.png\n");
  const auto page = figures::read_png(folder_ / "a.png");
  // 6 frames of 64 pixels in two rows of three
  EXPECT_GT(page.width(), 3 * 64);
  EXPECT_LT(page.width(), 4 * 64);
  EXPECT_GT(page.height(), 2 * 64);
  for (int object = 0; object < 4; ++object) {
    EXPECT_GT(
        std::count(page.pixels().begin(), page.pixels().end(), figures::component_color(object)),
        100);
  }
}

TEST_F(DataView, ExtensionChoosesTheKindOfPicture) {
  EXPECT_EQ(view("live:shapes28 --out a.gif --frames 3").code, 0);
  EXPECT_THAT(read_file(folder_ / "a.gif"), StartsWith("GIF89a"));
  EXPECT_EQ(view("live:shapes28 --out a.svg --frames 3").code, 0);
  EXPECT_THAT(read_file(folder_ / "a.svg"), StartsWith("<?xml"));
  EXPECT_EQ(view("live:shapes28 --out a.pdf --frames 3").code, 0);
  EXPECT_THAT(read_file(folder_ / "a.pdf"), StartsWith("%PDF"));
}

TEST_F(DataView, SequencesSplitsAndSeedsDiffer) {
  const auto picture = [&](const std::string& flags) {
    EXPECT_EQ(view("live:balls4mass64 --frames 1 --scale 1 --force --out a.png " + flags).code, 0)
        << flags;
    return figures::read_png(folder_ / "a.png");
  };
  const auto first = picture("");
  EXPECT_EQ(picture(""), first);
  EXPECT_NE(picture("--sequence 1"), first);
  EXPECT_NE(picture("--split training"), first);
  EXPECT_NE(picture("--seed 2"), first);
}

TEST_F(DataView, SeveralSourcesAreRows) {
  EXPECT_EQ(view("live:balls4mass64 live:balls3curtain64 --frames 2 --scale 1 --out a.png").code,
            0);
  EXPECT_GT(figures::read_png(folder_ / "a.png").height(), 2 * 64);
}

TEST_F(DataView, AFileShowsWhatWasStored) {
  ASSERT_EQ(run_program("data make balls4mass64 --out d.h5 --train 2 --valid 0 --test 0 --frames 4",
                        folder_.string())
                .code,
            0);
  EXPECT_EQ(view("d.h5 --split training --sequence 1 --scale 1 --out file.png").code, 0);
  EXPECT_EQ(
      view("live:balls4mass64 --split training --sequence 1 --frames 4 --scale 1 --out live.png")
          .code,
      0);
  EXPECT_EQ(figures::read_png(folder_ / "file.png"), figures::read_png(folder_ / "live.png"));
  const auto beyond = view("d.h5 --split training --sequence 2 --out b.png");
  EXPECT_EQ(beyond.code, 2);
  EXPECT_THAT(beyond.err, HasSubstr("no sequence 2, there are 2"));
  const auto longer = view("d.h5 --split training --frames 5 --out b.png");
  EXPECT_EQ(longer.code, 2);
  EXPECT_THAT(longer.err, HasSubstr("sequences have 4"));
  EXPECT_EQ(view("d.h5 --split test --out b.png").code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "b.png"));
}

TEST_F(DataView, BadRequestsGetOneClearLine) {
  expect_refused("live:balls4mass64 --out a.jpg", "expected .png, .svg, .pdf, .gif");
  expect_refused("live:balls4mass64 --out a", "has no extension");
  expect_refused("live:balls4mass64 --out nowhere/a.png", "nowhere does not exist");
  expect_refused("live:balls4mass64", "--out");
  expect_refused("live:balls5mass64 --out a.png", "balls4mass64");
  expect_refused("none.h5 --out a.png", "none.h5");
  expect_refused("live:balls4mass64 --split trainig --out a.png", "training");
  expect_refused("live:balls4mass64 --sequence -1 --out a.png", "--sequence");
  expect_refused("live:balls4mass64 --frames 0 --out a.png", "--frames");
  expect_refused("live:balls4mass64 --frames 1000 --scale 64 --out a.png", "million pixels");
  expect_refused("live:balls4mass64 --frames 9000 --every 9000 --out a.png", "only the first");
  expect_refused("live:balls4mass64 live:shapes28 --out a.gif", "a film shows one source");
}

}  // namespace
}  // namespace rnem
