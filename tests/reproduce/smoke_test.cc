// `rnem reproduce --scale smoke` as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "places.h"
#include "process.h"
#include "temporary_folder.h"

namespace rnem::experiments {
namespace {

using ::testing::HasSubstr;

TEST(Smoke, DoesEverythingOnce) {
  const rnem::testing::TemporaryFolder folder;
  const auto run = [&] {
    return rnem::testing::run_process(
        {rnem::testing::program(), "reproduce", "--scale", "smoke", "--out", "out"}, folder.path());
  };
  const auto whole = run();
  ASSERT_EQ(whole.code, 0) << whole.err;
  const auto nothing = run();
  EXPECT_EQ(nothing.code, 0) << nothing.err;
  EXPECT_THAT(nothing.err, HasSubstr(" 0 to do now"));
}

}  // namespace
}  // namespace rnem::experiments
