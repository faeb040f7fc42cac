// Data files whose headers promise more than any memory holds, and numbers that are none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "dataset/raw_file.h"
#include "error_of.h"
#include "rnem/source.h"
#include "temporary_folder.h"

namespace rnem::dataset {
namespace {

using rnem::testing::error_of;
using ::testing::HasSubstr;
using Bytes = std::vector<std::uint8_t>;

class HostileData : public ::testing::Test {
 protected:
  // A dataset that is described and never written: some hundred bytes.
  void promise(const std::vector<hsize_t>& axes, const std::vector<hsize_t>& chunk,
               hid_t type) const {
    const io::h5::Handle file = io::h5::create_file(path_);
    const io::h5::Guard guard;
    const io::h5::Handle group = io::h5::create_group(file, "training");
    const int rank = static_cast<int>(axes.size());
    const io::h5::Handle space(H5Screate_simple(rank, axes.data(), nullptr), H5Sclose);
    const io::h5::Handle plan(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_chunk(plan.get(), rank, chunk.data());
    H5Pset_deflate(plan.get(), 1);
    const io::h5::Handle array(H5Dcreate2(group.get(), "features", type, space.get(), H5P_DEFAULT,
                                          plan.get(), H5P_DEFAULT),
                               H5Dclose);
    ASSERT_TRUE(array.valid());
  }
  std::string told(int frames) const {
    return error_of([&] { open_source(path_, 0)->get(Split::kTraining, 0, 0, frames); });
  }

  rnem::testing::TemporaryFolder folder_;
  std::string path_ = (folder_ / "f.h5").string();
};

TEST_F(HostileData, ThatPromisesTenTerabytesIsOneClearLine) {
  promise({100000, 1, 10000, 10000, 1}, {1, 1, 100, 100, 1}, H5T_NATIVE_UINT8);
  EXPECT_THAT(told(100000),
              HasSubstr("training/features: its header promises 1e+13 values, 0 bytes are stored"));
}

TEST_F(HostileData, WithChunksOfGigabytesIsOneClearLine) {
  promise({3, 1, 16384, 16384, 1}, {3, 1, 16384, 16384, 1}, H5T_NATIVE_FLOAT);
  EXPECT_THAT(told(1), HasSubstr("f.h5: features: chunks of 3.2 GB"));
}

// Each takes nothing, but there is no end to them.
TEST_F(HostileData, OfSequencesWithoutEndIsOneClearLine) {
  promise({1, hsize_t{1} << 42, 2, 2, 1}, {1, 1, 2, 2, 1}, H5T_NATIVE_UINT8);
  EXPECT_THAT(told(1), HasSubstr("its header promises 1.76e+13 values"));
}

// A file from elsewhere must not show other files of whoever opens it.
TEST_F(HostileData, ThatPointsToOtherFilesIsOneClearLine) {
  const std::string other = (folder_ / "other.h5").string();
  RawFile(other).add("training/features", {1, 1, 2, 2, 1}, Bytes(4, 1));
  {
    const io::h5::Handle file = io::h5::create_file(path_);
    const io::h5::Guard guard;
    H5Lcreate_external(other.c_str(), "/training", file.get(), "training", H5P_DEFAULT,
                       H5P_DEFAULT);
  }
  EXPECT_THAT(told(1), HasSubstr("has none of the groups"));
  {
    const io::h5::Handle file = io::h5::create_file(path_);
    const io::h5::Guard guard;
    const io::h5::Handle group = io::h5::create_group(file, "training");
    const std::vector<hsize_t> axes = {1, 1, 2, 2, 1};
    const io::h5::Handle space(H5Screate_simple(5, axes.data(), nullptr), H5Sclose);
    const io::h5::Handle plan(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_external(plan.get(), other.c_str(), 0, 4);
    const io::h5::Handle array(H5Dcreate2(group.get(), "features", H5T_NATIVE_UINT8, space.get(),
                                          H5P_DEFAULT, plan.get(), H5P_DEFAULT),
                               H5Dclose);
    ASSERT_TRUE(array.valid());
  }
  EXPECT_THAT(told(1), HasSubstr("f.h5: features: its values are in other files"));
}

TEST_F(HostileData, WithNumbersThatAreNoneIsOneClearLine) {
  const std::vector<hsize_t> image = {1, 1, 2, 2, 1};
  for (const double value : {std::nan(""), HUGE_VAL, -HUGE_VAL, 0.5, 1e300}) {
    RawFile(path_)
        .add("training/features", image, Bytes(4, 1))
        .add("training/actions", {1, 1, 2}, std::vector<double>{1, value});
    EXPECT_THAT(told(1), HasSubstr("training/actions: sequence 0: value ")) << value;
  }
}

TEST_F(HostileData, WhoseArraysAreOfOtherSizesIsOneClearLine) {
  RawFile(path_)
      .add("training/features", {1, 1, 2, 2, 1}, Bytes(4, 1))
      .add("training/groups", {1, 1, 2, 3, 1}, Bytes(6, 1));
  EXPECT_THAT(told(1), HasSubstr("training/groups: shape (1, 1, 2, 3, 1), but (1, 1, 2, 2, 1)"));
}

}  // namespace
}  // namespace rnem::dataset
