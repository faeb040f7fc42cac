// Every way a data file can be wrong ends in one line that says where.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "dataset/fake_world.h"
#include "dataset/raw_file.h"
#include "observers.h"
#include "rnem/core/atomic_file.h"
#include "rnem/dataset/generator.h"
#include "rnem/rng.h"
#include "rnem/source.h"
#include "temporary_folder.h"

namespace rnem::dataset {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

using Bytes = std::vector<std::uint8_t>;

constexpr hsize_t kT = 3, kN = 2, kH = 2, kW = 2;
const std::vector<hsize_t> kImages = {kT, kN, kH, kW, 1};
constexpr std::size_t kPixels = kT * kN * kH * kW;

class Fault : public ::testing::Test {
 protected:
  // What the first problem with the file says; also looks at every sequence.
  std::string complaint() const {
    ::testing::internal::CaptureStderr();
    std::string text = "no complaint";
    try {
      const auto source = open_source(path_, 0);
      for (std::int64_t i = 0; i < source->size(Split::kTraining); ++i) {
        source->get(Split::kTraining, i, 0, source->frames());
      }
    } catch (const InputError& error) {
      text = error.what();
    }
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "") << "HDF5 prints nothing by itself";
    EXPECT_THAT(text, Not(HasSubstr("\n")));
    return text;
  }

  rnem::testing::TemporaryFolder folder_;
  std::string path_ = (folder_ / "bad.h5").string();
};

TEST_F(Fault, GoodFileHasNoComplaint) {
  RawFile(path_).add("training/features", kImages, Bytes(kPixels, 1));
  EXPECT_EQ(complaint(), "no complaint");
}

TEST_F(Fault, MissingFile) { EXPECT_THAT(complaint(), HasSubstr("bad.h5: no such data file")); }

TEST_F(Fault, FileThatIsNotHdf5) {
  write_file(path_, "hello, this is text and not data");
  EXPECT_THAT(complaint(), HasSubstr("bad.h5: not an HDF5 file"));
  write_file(path_, "");
  EXPECT_THAT(complaint(), HasSubstr("bad.h5: not an HDF5 file"));
}

TEST_F(Fault, Folder) {
  std::filesystem::create_directory(path_);
  EXPECT_THAT(complaint(), HasSubstr("bad.h5: is a folder"));
}

TEST_F(Fault, TruncatedFile) {
  MakeOptions options;
  options.sequences = {50, 0, 0};
  make_dataset(FakeWorld(), options, path_, rnem::testing::nobody());
  const std::string whole = read_file(path_);
  for (const double share : {0.05, 0.5, 0.99}) {
    write_file(path_, whole.substr(
                          0, static_cast<std::size_t>(share * static_cast<double>(whole.size()))));
    EXPECT_THAT(complaint(), HasSubstr("bad.h5: damaged HDF5 file: truncated file")) << share;
  }
}

TEST_F(Fault, FlippedBitsNeverCrash) {
  MakeOptions options;
  options.sequences = {20, 0, 0};
  options.frames = 20;
  make_dataset(FakeWorld(), options, path_, rnem::testing::nobody());
  const std::string whole = read_file(path_);
  int complaints = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    Rng rng(1, "flip", i);
    std::string damaged = whole;
    damaged[rng.below(damaged.size())] ^= static_cast<char>(1 << rng.below(8));
    std::filesystem::remove(path_);
    write_file(path_, damaged);
    try {
      complaints += complaint() != "no complaint";
    } catch (const Error&) {
      ++complaints;
    }
  }
  // bits of the images (about a third of this file) are guarded by checksums, of the rest in part
  EXPECT_GT(complaints, 50);
}

TEST_F(Fault, NoSplitAtAll) {
  RawFile(path_).add("other/features", kImages, Bytes(kPixels, 1));
  EXPECT_THAT(complaint(), HasSubstr("has none of the groups training, validation, test"));
}

TEST_F(Fault, MissingSplitWhenAskedFor) {
  RawFile(path_).add("test/features", kImages, Bytes(kPixels, 1));
  const auto source = open_source(path_, 0);
  EXPECT_EQ(source->size(Split::kTraining), 0);
  try {
    source->get(Split::kTraining, 0, 0, 1);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("bad.h5: has no training split"));
  }
}

TEST_F(Fault, MissingFeatures) {
  RawFile(path_).add("training/groups", kImages, Bytes(kPixels, 1));
  EXPECT_THAT(complaint(), HasSubstr("training: has no dataset 'features'"));
}

TEST_F(Fault, WrongRank) {
  RawFile(path_).add("training/features", {kT, kN, kH, kW}, Bytes(kPixels, 1));
  EXPECT_THAT(complaint(), HasSubstr("training/features: shape (3, 2, 2, 2), but (T, N, H, W, C)"));
}

TEST_F(Fault, ChannelsThatAreNeitherGreyNorColour) {
  RawFile(path_).add("training/features", {kT, kN, kH, kW, 2}, Bytes(2 * kPixels, 1));
  EXPECT_THAT(complaint(), HasSubstr("frames of one or three channels"));
}

TEST_F(Fault, SizesThatDisagreeBetweenDatasets) {
  RawFile(path_)
      .add("training/features", kImages, Bytes(kPixels, 1))
      .add("training/groups", {kT, 1, kH, kW, 1}, Bytes(kPixels / 2, 1));
  EXPECT_THAT(complaint(), AllOf(HasSubstr("training/groups: shape (3, 1, 2, 2, 1)"),
                                 HasSubstr("(3, 2, 2, 2, 1) was expected")));
}

TEST_F(Fault, SizesThatDisagreeBetweenSplits) {
  RawFile(path_)
      .add("training/features", kImages, Bytes(kPixels, 1))
      .add("test/features", {kT, kN, kH, 1, 1}, Bytes(kPixels / 2, 1));
  EXPECT_THAT(complaint(), HasSubstr("/features: shape"));
}

TEST_F(Fault, PixelThatIsNeitherZeroNorOne) {
  Bytes values(kPixels, 1);
  values.back() = 2;  // in sequence 1
  RawFile(path_).add("training/features", kImages, values);
  EXPECT_THAT(complaint(),
              HasSubstr("training/features: sequence 1: value 2, but pixels are 0 or 1"));
}

TEST_F(Fault, PixelBetweenZeroAndOne) {
  std::vector<float> values(kPixels, 1.0F);
  values[0] = 0.25F;
  RawFile(path_).add("training/features", kImages, values);
  EXPECT_THAT(complaint(), HasSubstr("training/features: sequence 0: value 0.25"));
  values[0] = NAN;
  RawFile(path_).add("training/features", kImages, values);
  EXPECT_THAT(complaint(), HasSubstr("training/features: sequence 0: value nan"));
}

TEST_F(Fault, NegativeAndHugePixels) {
  for (const std::int64_t wrong : {std::int64_t{-1}, std::int64_t{257}, std::int64_t{1} << 40}) {
    std::vector<std::int64_t> values(kPixels, 0);
    values[0] = wrong;
    RawFile(path_).add("training/features", kImages, values);
    EXPECT_THAT(complaint(), HasSubstr("value " + std::to_string(wrong)));
  }
}

TEST_F(Fault, ObjectIdOutOfRange) {
  Bytes groups(kPixels, 2);
  groups[1] = 3;
  RawFile(path_)
      .add("training/features", kImages, Bytes(kPixels, 1))
      .add("training/groups", kImages, groups)
      .add("training/positions", {kT, kN, 2, 2}, std::vector<float>(kT * kN * 4, 0.0F));
  EXPECT_THAT(complaint(),
              HasSubstr("training/groups: sequence 0: value 3, but object ids are 0 .. 2"));
  RawFile(path_)
      .add("training/features", kImages, Bytes(kPixels, 1))
      .add("training/groups", kImages, std::vector<std::int64_t>(kPixels, 256));
  EXPECT_THAT(complaint(), HasSubstr("value 256, but object ids are 0 .. 255"));
}

TEST_F(Fault, ActionsThatAreNotOneHot) {
  for (const Bytes& row : {Bytes{0, 0}, Bytes{1, 1}, Bytes{2, 0}}) {
    Bytes actions;
    for (std::size_t i = 0; i < kT * kN; ++i) actions.insert(actions.end(), row.begin(), row.end());
    RawFile(path_)
        .add("training/features", kImages, Bytes(kPixels, 1))
        .add("training/actions", {kT, kN, 2}, actions);
    EXPECT_THAT(complaint(),
                AllOf(HasSubstr("training/actions: sequence 0"), HasSubstr("one-hot")));
  }
}

TEST_F(Fault, SequenceOrFrameThatDoesNotExist) {
  RawFile(path_).add("training/features", kImages, Bytes(kPixels, 1));
  const auto source = open_source(path_, 0);
  EXPECT_THROW(source->get(Split::kTraining, 2, 0, 1), InputError);
  EXPECT_THROW(source->get(Split::kTraining, -1, 0, 1), InputError);
  EXPECT_THROW(source->get(Split::kTraining, 0, 0, 4), InputError);
  EXPECT_THROW(source->get(Split::kTraining, 0, 3, 1), InputError);
  EXPECT_NO_THROW(source->get(Split::kTraining, 1, 2, 1));
}

TEST_F(Fault, WorldWithoutLiveIsExplained) {
  try {
    open_source("balls4mass64", 0);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean 'live:balls4mass64'?"));
  }
  EXPECT_THROW(open_source("live:bals4mass64", 0), InputError);
  EXPECT_THROW(parse_split("trainig"), InputError);
  EXPECT_EQ(parse_split("train"), Split::kTraining);
  EXPECT_EQ(parse_split("valid"), Split::kValidation);
  EXPECT_EQ(parse_split("test"), Split::kTest);
}

}  // namespace
}  // namespace rnem::dataset
