#include "rnem/io/append_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "temporary_folder.h"

namespace rnem::io {
namespace {

using rnem::testing::TemporaryFolder;

TEST(AppendFile, GrowsAndIsCutBack) {
  const TemporaryFolder folder;
  {
    AppendFile file(folder / "log");
    file.append("one\n");
    file.append("two\n");
    EXPECT_EQ(file.size(), 8);
    file.cut(4);
    file.append("three\n");
    EXPECT_EQ(read_file(folder / "log"), "one\nthree\n");
  }
  AppendFile again(folder / "log", 4);
  EXPECT_EQ(read_file(folder / "log"), "one\n");
  again.cut(100);
  EXPECT_EQ(again.size(), 4);
}

TEST(AppendFile, AFullDeviceIsOneClearError) {
  AppendFile file("/dev/full");
  try {
    file.append("x");
    FAIL() << "wrote to a full device";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), ::testing::StartsWith("/dev/full: cannot write: No space left"));
  }
}

}  // namespace
}  // namespace rnem::io
