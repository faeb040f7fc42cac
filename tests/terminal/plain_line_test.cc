#include "rnem/cli/terminal/plain_line.h"

#include <gtest/gtest.h>

namespace rnem::cli {
namespace {

TEST(PlainLine, KeepsWhatPeopleWrite) {
  EXPECT_EQ(plain_line("frames.h5: γ is 0 … 1"), "frames.h5: γ is 0 … 1");
}

TEST(PlainLine, NeitherEndsNorSteersTheTerminal) {
  EXPECT_EQ(plain_line("key 'a\nb'\x1b[2J\x7f\r"), "key 'a?b'?[2J??");
}

}  // namespace
}  // namespace rnem::cli
