// Python's h5py reads our files, and we read what it writes.
#include <gtest/gtest.h>

#include "dataset/fake_world.h"
#include "observers.h"
#include "places.h"
#include "process.h"
#include "rnem/core/atomic_file.h"
#include "rnem/dataset/generator.h"
#include "rnem/source.h"
#include "temporary_folder.h"

namespace rnem::dataset {
namespace {

using rnem::testing::run_process;
using rnem::testing::TemporaryFolder;

// Debian's, for which h5py is installed; another one on the PATH may lack it
constexpr const char* kPython = "/usr/bin/python3";
const std::string kScripts = rnem::testing::in_source("tests/dataset/");

TEST(H5py, ReadsOurLayout) {
  const TemporaryFolder folder;
  MakeOptions options;
  options.frames = 9;
  options.sequences = {5, 3, 2};
  make_dataset(*worlds::make_preset("balls4mass64"), options, (folder / "a.h5").string(),
               rnem::testing::nobody());
  const auto outcome =
      run_process({kPython, kScripts + "check_layout.py", (folder / "a.h5").string(), "9", "5", "3",
                   "2", "64", "64", "4"},
                  folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "layout ok\n");
}

TEST(H5py, FilesOfAnyTypeReadTheSame) {
  const TemporaryFolder folder;
  const auto outcome =
      run_process({kPython, kScripts + "write_foreign.py", folder.path().string()}, folder.path());
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string features = read_file((folder / "features.bin").string());
  const std::string groups = read_file((folder / "groups.bin").string());
  const auto reference = open_source((folder / "uint8.h5").string(), 0);
  for (const char* type : {"uint8", "int64", "float64", "float32", "float16", "bool", "i4"}) {
    SCOPED_TRACE(type);
    const auto source = open_source((folder / (std::string(type) + ".h5")).string(), 0);
    ASSERT_EQ(source->size(Split::kTraining), 7);
    ASSERT_EQ(source->size(Split::kTest), 0);
    EXPECT_EQ(source->shape().height, 5);
    EXPECT_EQ(source->shape().width, 4);
    EXPECT_EQ(source->shape().actions, 3);
    std::string read_features, read_groups;
    for (std::int64_t i = 0; i < 7; ++i) {
      const auto sequence = source->get(Split::kTraining, i, 0, 6);
      read_features.append(sequence.features.begin(), sequence.features.end());
      read_groups.append(sequence.groups.begin(), sequence.groups.end());
      EXPECT_EQ(difference(sequence, reference->get(Split::kTraining, i, 0, 6)), "");
      EXPECT_EQ(difference(source->get(Split::kTraining, i, 1, 4), window(sequence, 1, 4)), "");
      EXPECT_TRUE(sequence.positions.empty());
      EXPECT_EQ(sequence.collisions.size(), sequence.features.size());
    }
    EXPECT_TRUE(read_features == features);
    EXPECT_TRUE(read_groups == groups);
  }
}

}  // namespace
}  // namespace rnem::dataset
