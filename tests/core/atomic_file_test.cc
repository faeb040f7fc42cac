#include "rnem/core/atomic_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "error_of.h"
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

TEST(AtomicFile, FollowsLinksInsteadOfReplacingThem) {
  rnem::testing::TemporaryFolder folder;
  make_folder(folder / "far");
  write_file(folder / "far/file", "old");
  fs::create_symlink("far/file", folder / "link");
  fs::create_symlink("link", folder / "link to link");
  fs::create_symlink("far/absent", folder / "dangling");
  write_file(folder / "link to link", "new");
  EXPECT_EQ(read_file(folder / "far/file"), "new");
  write_file(folder / "dangling", "first");
  EXPECT_EQ(read_file(folder / "far/absent"), "first");
  for (const char* name : {"link", "link to link", "dangling"}) {
    EXPECT_TRUE(fs::is_symlink(folder / name)) << name;
  }
  EXPECT_EQ(entries(folder.path()), 4);
  EXPECT_EQ(entries(folder / "far"), 2);
}

// A device is no other than a pipe, but a failing test that runs as root would replace it.
TEST(AtomicFile, RefusesWhatIsNoRegularFile) {
  rnem::testing::TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  fs::create_symlink("pipe", folder / "link");
  for (const auto& target : {folder / "pipe", folder / "link"}) {
    EXPECT_THAT(rnem::testing::error_of([&] { write_file(target, "x"); }),
                ::testing::AllOf(::testing::HasSubstr(target.string()),
                                 ::testing::HasSubstr("no regular file")));
  }
  EXPECT_TRUE(fs::is_fifo(folder / "pipe"));
}

}  // namespace
}  // namespace rnem
