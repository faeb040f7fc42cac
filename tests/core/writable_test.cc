#include "rnem/core/writable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "rnem/core/atomic_file.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

using rnem::testing::error_of;
using rnem::testing::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Writable, FilesThatCanBeWrittenLeaveNoTrace) {
  const TemporaryFolder folder;
  check_writable("");
  check_writable(folder / "new");
  EXPECT_THAT(folder.names(), IsEmpty());
  write_file(folder / "old", "old");
  check_writable(folder / "old");
  EXPECT_EQ(read_file(folder / "old"), "old");
}

TEST(Writable, FilesThatCannotBeWrittenAreNamed) {
  const TemporaryFolder folder;
  write_file(folder / "file", "");
  for (const auto& path : {folder / "absent/x", folder / "file/x", folder.path()}) {
    EXPECT_THAT(error_of([&] { check_writable(path); }),
                AllOf(HasSubstr(path.string()), HasSubstr("cannot write")));
  }
  // the folder exists and nobody may make files in it, root included
  EXPECT_THAT(error_of([] { check_writable("/proc/rnem.json"); }), HasSubstr("cannot write"));
}

TEST(Writable, FoldersAreLookedAtAndNotMade) {
  const TemporaryFolder folder;
  check_folder("");
  check_folder(folder.path());
  check_folder(folder / "a/b/c/");
  EXPECT_THAT(folder.names(), IsEmpty());
  write_file(folder / "file", "");
  EXPECT_THAT(error_of([&] { check_folder(folder / "file/run"); }),
              AllOf(HasSubstr("file/run"), HasSubstr("is not a folder")));
  EXPECT_THAT(error_of([] { check_folder("/proc/run"); }), HasSubstr("/proc/run: cannot write"));
}

}  // namespace
}  // namespace rnem
