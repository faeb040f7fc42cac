// Pictures and arrays become the frames that they show.
#include "rnem/dataset/import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "dataset/raw_file.h"
#include "error_of.h"
#include "observers.h"
#include "rnem/core/atomic_file.h"
#include "rnem/dataset/array_frames.h"
#include "rnem/dataset/pieces.h"
#include "rnem/figures/gif.h"
#include "rnem/figures/png.h"
#include "rnem/source.h"
#include "rnem/video/clip_files.h"
#include "rnem/video/threshold.h"
#include "temporary_folder.h"

namespace rnem::dataset {
namespace {

using rnem::testing::error_of;
using rnem::testing::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Sequence n, frame t: one bright pixel at column t + n of row 1.
constexpr int kN = 4, kT = 3, kH = 3, kW = 8;
int lit(int n, int t) { return kW + t + n; }

figures::Image picture(int n, int t) {
  figures::Image image(kW, kH, {20, 20, 20});
  image.at(t + n, 1) = {200, 220, 180};
  return image;
}

void expect_lit(const Source& source, Split split, std::int64_t index, int n) {
  const auto sequence = source.get(split, index, 0, kT);
  for (int t = 0; t < kT; ++t) {
    std::vector<std::uint8_t> frame(kH * kW, 0);
    frame[static_cast<std::size_t>(lit(n, t))] = 1;
    const auto at = sequence.features.begin() + t * kH * kW;
    EXPECT_TRUE(std::equal(frame.begin(), frame.end(), at)) << "sequence " << n << " frame " << t;
  }
}

class Import : public ::testing::Test {
 protected:
  ImportOptions options(const std::vector<std::string>& names) const {
    ImportOptions options;
    for (const auto& name : names) options.source.names.push_back((folder_ / name).string());
    options.split = {2, 1, 1};
    return options;
  }
  Imported import(const ImportOptions& options) {
    const auto grey = open_grey_frames(options.source,
                                       [this](const std::string& line) { notes_.push_back(line); });
    return import_frames(*grey, options, folder_ / "out.h5", rnem::testing::nobody());
  }
  std::unique_ptr<Source> imported() const { return open_source((folder_ / "out.h5").string(), 0); }
  void expect_all() const {
    const auto source = imported();
    expect_lit(*source, Split::kTraining, 0, 0);
    expect_lit(*source, Split::kTraining, 1, 1);
    expect_lit(*source, Split::kValidation, 0, 2);
    expect_lit(*source, Split::kTest, 0, 3);
  }
  void write_clips() const {
    for (int n = 0; n < kN; ++n) {
      const auto clip = folder_ / ("clips/" + std::to_string(8 + n));  // 8, 9, 10, 11
      std::filesystem::create_directories(clip);
      for (int t = 0; t < kT; ++t) {
        figures::write_png(clip / ("f" + std::to_string(9 + t) + ".png"), picture(n, t));
      }
    }
  }

  TemporaryFolder folder_;
  std::vector<std::string> notes_;
};

TEST_F(Import, AFolderOfFoldersOfPictures) {
  write_clips();
  const Imported done = import(options({"clips"}));
  EXPECT_THAT(done.sequences, ElementsAre(2, 1, 1));
  EXPECT_EQ(done.height, kH);
  EXPECT_EQ(done.width, kW);
  EXPECT_NEAR(done.on, 1.0 / (kH * kW), 1e-9);
  expect_all();
  import(options({"clips/*/*.png"}));
  expect_all();
}

TEST_F(Import, Films) {
  for (int n = 0; n < kN; ++n) {
    std::vector<figures::Image> frames;
    for (int t = 0; t < kT; ++t) frames.push_back(picture(n, t));
    figures::write_gif(folder_ / (std::to_string(n) + ".gif"), frames, 10);
  }
  import(options({"*.gif"}));
  expect_all();
}

// One header for all; values are doubles of the kind asked for.
std::string npy(const std::string& shape, const std::vector<double>& values) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + "}";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(header.size());
  bytes += '\0';
  bytes += header;
  const auto at = bytes.size();
  bytes.resize(at + values.size() * sizeof(double));
  std::memcpy(bytes.data() + at, values.data(), values.size() * sizeof(double));
  return bytes;
}

TEST_F(Import, ArraysOfAnyAxesAndRange) {
  for (const double white : {1.0, 255.0, 65535.0}) {
    std::vector<double> ntchw, thw;
    for (int n = 0; n < kN; ++n) {
      for (int t = 0; t < kT; ++t) {
        for (int c = 0; c < 3; ++c) {
          for (int i = 0; i < kH * kW; ++i) ntchw.push_back(i == lit(n, t) ? white : 0.1 * white);
        }
      }
    }
    write_file(folder_ / "a.npy", npy("(4, 3, 3, 3, 8)", ntchw));
    auto request = options({"a.npy"});
    request.source.axes = "NTCHW";
    import(request);
    expect_all();
    EXPECT_TRUE(notes_.empty());
  }
}

TEST_F(Import, TheUsualAxesAreTold) {
  std::vector<double> values(4 * 3 * 3 * 8);
  values[5] = 255;
  write_file(folder_ / "a.npy", npy("(4, 3, 3, 8)", values));
  import(options({"a.npy"}));
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("shape (4, 3, 3, 8) is read as NTHW")));
}

TEST_F(Import, BadAxesAndValuesAreNamed) {
  write_file(folder_ / "a.npy", npy("(2, 2, 2)", {0, 0, 0, 0, 0, 0, 0, 1}));
  const auto said = [&](const std::string& axes) {
    auto request = options({"a.npy"});
    request.source.axes = axes;
    return error_of([&] { import(request); });
  };
  EXPECT_THAT(said("TWX"), HasSubstr("--axes TWX: expected T, H, W"));
  EXPECT_THAT(said("THH"), HasSubstr("--axes THH: expected T, H, W"));
  EXPECT_THAT(said("NTHW"), HasSubstr("--axes NTHW: 4 letters for the shape (2, 2, 2)"));
  write_file(folder_ / "a.npy", npy("(2, 2, 2)", {0, 0, 0, 0, 0, 0, 0, -1}));
  EXPECT_THAT(said("THW"), HasSubstr("a.npy: value -1, expected all to be 0 .. 1"));
  write_file(folder_ / "a.npy", npy("(2, 2)", {0, 0, 0, 0}));
  EXPECT_THAT(error_of([&] { import(options({"a.npy"})); }), HasSubstr("three to five axes"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.h5"));
}

TEST_F(Import, UnlikeSequencesAreNamed) {
  write_clips();
  std::filesystem::remove(folder_ / "clips/10/f9.png");
  EXPECT_THAT(error_of([&] { import(options({"clips"})); }),
              ::testing::AllOf(HasSubstr("clips/10: 2 frames, but"), HasSubstr("clips/8 has 3")));
  figures::write_png(folder_ / "clips/10/f9.png", figures::Image(kW, kH + 1));
  EXPECT_THAT(error_of([&] { import(options({"clips"})); }),
              HasSubstr("clips/10/f10.png: 3x8 pixels, but the frames before it have 4x8"));
  for (int t = 0; t < kT; ++t) {
    figures::write_png(folder_ / ("clips/10/f" + std::to_string(9 + t) + ".png"),
                       figures::Image(kW + 1, kH));
  }
  EXPECT_THAT(error_of([&] { import(options({"clips"})); }),
              HasSubstr("clips/10: frames of 3x9, but"));
}

TEST_F(Import, LongSequencesAreCut) {
  for (int t = 0; t < 11; ++t) {
    figures::Image image(kW, kH);
    image.at(t % kW, t / kW) = figures::kWhite;
    figures::write_png(folder_ / ("f" + std::to_string(t) + ".png"), image);
  }
  auto request = options({"*.png"});
  EXPECT_THAT(error_of([&] { import(request); }), HasSubstr("1 sequence for 3 splits; --frames"));
  request.frames = 3;
  EXPECT_THAT(import(request).sequences, ElementsAre(1, 1, 1));
  const auto third = imported()->get(Split::kTest, 0, 0, 3);
  EXPECT_EQ(third.features[6], 1) << "the piece from frame 6 on";
  request.frames = 12;
  EXPECT_THAT(error_of([&] { import(request); }), HasSubstr("--frames 12: "));
}

TEST_F(Import, InvertedAndByThreshold) {
  write_clips();
  auto request = options({"clips"});
  request.invert = true;
  EXPECT_NEAR(import(request).on, 1 - 1.0 / (kH * kW), 1e-9);
  request.threshold = 10;
  EXPECT_EQ(import(request).on, 0) << "everything is brighter than 10";
}

TEST_F(Import, DataFilesOfGreyFramesKeepTheirSplits) {
  RawFile((folder_ / "grey.h5").string())
      .add("train/features", {2, 3, 1, 2, 1}, std::vector<std::uint8_t>(12, 255))
      .add("train/groups", {2, 3, 1, 2, 1}, std::vector<std::uint8_t>(12, 0))
      .add("valid/features", {2, 1, 1, 2, 1}, std::vector<std::uint8_t>(4, 0));
  EXPECT_THAT(error_of([&] {
                open_source((folder_ / "grey.h5").string(), 0)->get(Split::kTraining, 0, 0, 2);
              }),
              HasSubstr("value 255, but pixels are 0 or 1; 'rnem data import'"));
  auto request = options({"grey.h5"});
  request.split.clear();
  EXPECT_THAT(import(request).sequences, ElementsAre(3, 1, 0));
  EXPECT_THAT(notes_, ElementsAre(HasSubstr("left out: train/groups")));
  EXPECT_EQ(imported()->get(Split::kTraining, 2, 0, 2).features, std::vector<std::uint8_t>(4, 1));
  EXPECT_EQ(imported()->get(Split::kValidation, 0, 0, 2).features, std::vector<std::uint8_t>(4, 0));
}

TEST_F(Import, WhatIsNoPictureIsNamed) {
  EXPECT_THAT(error_of([&] { video::find_clips({"nowhere"}); }),
              HasSubstr("nowhere: no such file"));
  EXPECT_THAT(error_of([&] { video::find_clips({(folder_ / "*.png").string()}); }),
              HasSubstr("*.png: no file matches"));
  EXPECT_THAT(error_of([&] { video::find_clips({folder_.path().string()}); }),
              HasSubstr("has no pictures"));
  write_file(folder_ / "a.jpg", "");
  EXPECT_THAT(error_of([&] { video::find_clips({(folder_ / "a.jpg").string()}); }),
              HasSubstr("a.jpg: expected pictures (.png, .gif)"));
  write_clips();
  write_file(folder_ / "clips/a.png", "");
  EXPECT_THAT(error_of([&] { video::find_clips({(folder_ / "clips").string()}); }),
              HasSubstr("clips: has pictures and 8 beside them"));
}

TEST(NaturalOrder, NumbersCountAsNumbers) {
  EXPECT_TRUE(video::natural_less("f9.png", "f10.png"));
  EXPECT_TRUE(video::natural_less("a/9", "b/1"));
  EXPECT_TRUE(video::natural_less("f09", "f10"));
  EXPECT_TRUE(video::natural_less("f", "f1"));
  EXPECT_FALSE(video::natural_less("f10", "f9"));
  EXPECT_FALSE(video::natural_less("f9", "f9"));
}

TEST(Deal, EverySplitThatIsWantedGetsOne) {
  EXPECT_THAT(deal(100, {0.8, 0.1, 0.1}), ElementsAre(80, 10, 10));
  EXPECT_THAT(deal(3, {0.8, 0.1, 0.1}), ElementsAre(1, 1, 1));
  EXPECT_THAT(deal(7, {1, 0, 0}), ElementsAre(7, 0, 0));
  EXPECT_THAT(deal(11, {8, 1, 1}), ElementsAre(9, 1, 1));
  EXPECT_THAT(error_of([] { deal(2, {8, 1, 1}); }), HasSubstr("2 sequences for 3 splits"));
  EXPECT_THAT(error_of([] { deal(9, {0.5, 0.5}); }), HasSubstr("--shares 0.5,0.5: expected"));
  EXPECT_THAT(error_of([] { deal(9, {1, 1, -1}); }), HasSubstr("--shares 1,1,-1: expected"));
}

TEST(Otsu, LiesBetweenTwoHeaps) {
  video::Histogram two;
  two.counts[0] = 900;
  two.counts[255] = 100;
  EXPECT_EQ(video::otsu(two), 127);
  video::Histogram heaps;
  for (int i = -10; i <= 10; ++i) {
    heaps.counts[static_cast<std::size_t>(60 + i)] = 500 - 40 * std::abs(i);
    heaps.counts[static_cast<std::size_t>(180 + i)] = 50 - 4 * std::abs(i);
  }
  const auto threshold = video::otsu(heaps);
  ASSERT_TRUE(threshold.has_value());
  EXPECT_GE(*threshold, 70);
  EXPECT_LT(*threshold, 170);
  video::Histogram one;
  one.counts[77] = 5;
  EXPECT_FALSE(video::otsu(one).has_value());
}

}  // namespace
}  // namespace rnem::dataset
