// What looks wrong is told, and good data is not blamed.
#include "rnem/dataset/oddities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dataset/raw_file.h"
#include "error_of.h"
#include "observers.h"
#include "rnem/dataset/file_description.h"
#include "rnem/dataset/generator.h"
#include "temporary_folder.h"

namespace rnem::dataset {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr hsize_t kT = 6, kN = 8, kH = 5, kW = 12;
const std::vector<hsize_t> kAxes = {kT, kN, kH, kW, 1};

// A bar of `height` rows and 3 columns that moves by one column a frame; another row for another
// sequence. `swapped`: the axes T and N are taken for each other while writing.
std::vector<std::uint8_t> bars(hsize_t height, bool swapped = false) {
  std::vector<std::uint8_t> values(kT * kN * kH * kW);
  for (hsize_t a = 0; a < kT; ++a) {
    for (hsize_t b = 0; b < kN; ++b) {
      const hsize_t t = swapped ? b : a, n = swapped ? 3 * a : 3 * b;
      for (hsize_t y = 0; y < height; ++y) {
        for (hsize_t x = 0; x < 3; ++x) {
          values[((a * kN + b) * kH + (n + y) % kH) * kW + (t + x + n) % kW] = 1;
        }
      }
    }
  }
  return values;
}

class OddData : public ::testing::Test {
 protected:
  std::vector<std::string> odd() const { return find_oddities(*open_source(path_, 0)); }
  rnem::testing::TemporaryFolder folder_;
  std::string path_ = (folder_ / "a.h5").string();
};

TEST_F(OddData, GoodFilesAreNot) {
  RawFile(path_)
      .add("training/features", kAxes, bars(1))
      .add("validation/features", kAxes, bars(1));
  EXPECT_THAT(odd(), IsEmpty());
}

TEST_F(OddData, TheBuiltInWorldsAreNot) {
  for (const char* world : {"balls4mass64", "balls3curtain64", "flying4shapes28", "invaders84"}) {
    MakeOptions options;
    options.frames = 20;
    options.sequences = {30, 15, 15};
    make_dataset(*worlds::make_preset(world), options, path_, rnem::testing::nobody());
    EXPECT_THAT(odd(), IsEmpty()) << world;
  }
  EXPECT_THAT(find_oddities(*open_source("live:balls4mass64", 0)), IsEmpty());
}

TEST_F(OddData, SwappedAxes) {
  RawFile(path_).add("training/features", kAxes, bars(1, /*swapped=*/true));
  EXPECT_THAT(odd(), ElementsAre(AllOf(HasSubstr("a.h5: training: 3.0 pixels are on"),
                                       HasSubstr("looked at 48 frames"), HasSubstr("swapped?"))));
}

TEST_F(OddData, NothingIsOn) {
  RawFile(path_).add("training/features", kAxes, bars(0));
  EXPECT_THAT(odd(), ElementsAre(HasSubstr("training: no pixel is on (looked at 48 frames)")));
}

TEST_F(OddData, SplitsThatAreNotAlike) {
  RawFile(path_)
      .add("training/features", kAxes, bars(1))
      .add("test/features", kAxes, bars(2))
      .add("validation/features", {kT, 3 * kN, kH, kW, 1},
           std::vector<std::uint8_t>(3 * kT * kN * kH * kW, 1));
  EXPECT_THAT(odd(),
              ElementsAre(HasSubstr("validation is not like training: 100.0 % of its pixels"),
                          HasSubstr("validation has many more sequences than training: 24 and 8"),
                          HasSubstr("test is not like training: 10.0 % of its pixels are on, "
                                    "there 5.0 % (looked at 48 frames)")));
}

TEST_F(OddData, SplitsOfAnotherLength) {
  RawFile(path_)
      .add("training/features", kAxes, bars(1))
      .add("test/features", {2, 1, kH, kW, 1}, std::vector<std::uint8_t>(2 * kH * kW, 1));
  EXPECT_THAT(odd().front(), HasSubstr("training/features have 6 frames, the first 2 are used"));
}

TEST_F(OddData, GroupsOfOtherNamesAreReadOrTold) {
  RawFile(path_)
      .add("train/features", kAxes, bars(1))
      .add("valid/features", kAxes, bars(1))
      .add("extra/features", kAxes, bars(1))
      .add("labels", {3}, std::vector<std::uint8_t>(3));
  const auto source = open_source(path_, 0);
  EXPECT_EQ(source->size(Split::kTraining), 8);
  EXPECT_EQ(source->size(Split::kValidation), 8);
  EXPECT_EQ(describe_file(path_).splits.size(), 2u);
  EXPECT_THAT(odd(), ElementsAre(HasSubstr("a.h5: group 'train' is read as 'training'"),
                                 HasSubstr("a.h5: group 'valid' is read as 'validation'"),
                                 HasSubstr("are read: extra, labels")));
}

TEST_F(OddData, TheNameOfTheLayoutComesFirst) {
  RawFile(path_).add("train/features", kAxes, bars(2)).add("training/features", kAxes, bars(1));
  EXPECT_EQ(
      measure(*open_source(path_, 0), Split::kTraining, 1, 1, rnem::testing::nobody()).on_pixels,
      3);
  EXPECT_THAT(odd(), ElementsAre(HasSubstr("are read: train")));
}

}  // namespace
}  // namespace rnem::dataset
