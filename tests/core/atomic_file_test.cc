#include "rnem/core/atomic_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "rnem/core/error.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

namespace fs = std::filesystem;

int entries(const fs::path& folder) {
  return static_cast<int>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(AtomicFile, AppearsOnlyOnCommit) {
  rnem::testing::TemporaryFolder folder;
  {
    AtomicFile file(folder / "x");
    std::ofstream(file.path()) << "new";
    EXPECT_FALSE(fs::exists(folder / "x"));
    file.commit();
  }
  EXPECT_EQ(read_file(folder / "x"), "new");
  EXPECT_EQ(entries(folder.path()), 1);
}

TEST(AtomicFile, WithoutCommitTheOldFileStaysAndNothingIsLeft) {
  rnem::testing::TemporaryFolder folder;
  write_file(folder / "x", "old");
  {
    AtomicFile file(folder / "x");
    std::ofstream(file.path()) << "half";
  }
  EXPECT_EQ(read_file(folder / "x"), "old");
  EXPECT_EQ(entries(folder.path()), 1);
}

TEST(AtomicFile, BadTargetsAreInputErrors) {
  rnem::testing::TemporaryFolder folder;
  EXPECT_THROW(AtomicFile(folder / "absent/x"), InputError);
  EXPECT_THROW(AtomicFile(folder.path()), InputError);
  EXPECT_THROW(read_file(folder / "absent"), InputError);
  EXPECT_THROW(read_file(folder.path()), InputError);
  write_file(folder / "x", "");
  EXPECT_THROW(make_folder(folder / "x"), InputError);
}

}  // namespace
}  // namespace rnem
