#include "rnem/core/atomic_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rnem/core/atomic_file.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

using rnem::testing::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(AtomicFolder, AppearsWithAllThatWasWritten) {
  TemporaryFolder folder;
  {
    AtomicFolder out(folder / "a/b");
    write_file(out.path() / "file", "new");
    make_folder(out.path() / "below");
    write_file(out.path() / "below/file", "new");
    EXPECT_FALSE(std::filesystem::exists(folder / "a/b/file"));
    out.commit();
  }
  EXPECT_EQ(read_file(folder / "a/b/file"), "new");
  EXPECT_EQ(read_file(folder / "a/b/below/file"), "new");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "a/b"), {}), 2);
}

TEST(AtomicFolder, WithoutCommitNothingIsLeft) {
  TemporaryFolder folder;
  {
    AtomicFolder out(folder / "a/b");
    write_file(out.path() / "file", "new");
  }
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(AtomicFolder, WhatWasThereStaysOrIsReplacedWhole) {
  TemporaryFolder folder;
  make_folder(folder / "out/masks");
  write_file(folder / "out/masks/old", "old");
  write_file(folder / "out/other", "old");
  {
    AtomicFolder out(folder / "out");
    make_folder(out.path() / "masks");
  }
  EXPECT_EQ(read_file(folder / "out/masks/old"), "old");
  {
    AtomicFolder out(folder / "out");
    make_folder(out.path() / "masks");
    write_file(out.path() / "masks/new", "new");
    out.commit();
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "out/masks/old"));
  EXPECT_EQ(read_file(folder / "out/masks/new"), "new");
  EXPECT_EQ(read_file(folder / "out/other"), "old");
  EXPECT_THAT(folder.names(), ElementsAre("out"));
}

}  // namespace
}  // namespace rnem
