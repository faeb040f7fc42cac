// `rnem train` as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.h"
#include "rnem/core/atomic_file.h"
#include "temporary_folder.h"
#include "training/tiny_toml.h"

namespace rnem {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(TrainCommand, SaysWhatFormerKeysAreCalledNow) {
  const rnem::testing::TemporaryFolder folder;
  write_file(folder / "t.toml", rnem::testing::tiny_toml(folder.path()) + "prior = 0.25\n");
  const auto train = [&](const std::string& more) {
    return rnem::testing::run_program("train --set training.max_updates=1 --out run " + more,
                                      folder.path().string());
  };
  const auto first = train("--config t.toml --set model.k=2");
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.err, HasSubstr("t.toml: model.prior is now called loss.prior\n"));
  EXPECT_THAT(first.err, HasSubstr("--set: model.k is now called em.k\n"));
  EXPECT_THAT(read_file(folder / "run/config.toml"), HasSubstr("\nk = 2\n"));

  // what it wrote has today's keys
  const auto again = train("--resume");
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.err, Not(HasSubstr("is now called")));
}

}  // namespace
}  // namespace rnem
