// What `rnem reproduce` says before it does anything; tests/reproduce runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "process.h"
#include "program.h"
#include "rnem/core/atomic_file.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

namespace fs = std::filesystem;
using rnem::testing::run_program;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Reproduce : public ::testing::Test {
 protected:
  rnem::testing::Run run(const std::string& arguments) {
    return run_program(arguments, folder_.path().string());
  }
  rnem::testing::TemporaryFolder folder_;
};

TEST_F(Reproduce, ListShowsCommandsAndWritesTheSettingsThatTheyName) {
  const auto listed = run("reproduce --scale smoke --out r --list");
  ASSERT_EQ(listed.code, 0) << listed.err;
  EXPECT_THAT(listed.out, HasSubstr("\ncd 'r'\nmkdir -p results figures\n"));
  const std::string config = "configs/published-balls4-rnem-k8-seed1.toml";
  EXPECT_THAT(listed.out, HasSubstr("rnem train --config " + config));
  EXPECT_THAT(listed.out, HasSubstr("rnem eval runs/ours-curtain-rnem-seed1/best.safetensors"));
  EXPECT_TRUE(fs::exists(folder_ / "r" / config));
  EXPECT_FALSE(fs::exists(folder_ / "r" / "runs"));
}

// A shell in the folder that the list was made in does a training and its test.
TEST_F(Reproduce, ListedCommandsRunAsPrinted) {
  const std::string trial = "published-balls4-rnn-seed1";
  const auto listed = run("reproduce --scale smoke -o r --list > all.sh");
  ASSERT_EQ(listed.code, 0) << listed.err;
  const auto ran =
      rnem::testing::run_process({"sh", "-c",
                                  "{ sed -n '1,/^mkdir/p' all.sh; grep -E '# " + trial +
                                      "-(train|eval)$' all.sh; } > some.sh; "
                                      "grep -c rnem some.sh; sh -e some.sh"},
                                 folder_.path());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, StartsWith("3\n"));
  EXPECT_TRUE(fs::exists(folder_ / "r/results" / (trial + "-eval.json")));
}

TEST_F(Reproduce, AForeignFolderIsNotPublishedInto) {
  make_folder(folder_ / "docs");
  write_file(folder_ / "docs/README.md", "mine");
  const auto refused = run("reproduce --scale smoke -o r --parts 0 --publish docs");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("with files that are no report; --force writes into it"));
}

TEST_F(Reproduce, BadInputIsOneClearLine) {
  for (const auto& [arguments, part] : std::vector<std::pair<std::string, std::string>>{
           {"reproduce --scale smoek --out r", "did you mean 'smoke'?"},
           {"reproduce --scale smoke --out r --set test.sequence=3", "test.sequence"},
           {"reproduce --scale smoke --out r --part published-nothing", "no such part"},
           {"reproduce --scale smoke --out r --setup paper", "--setup"}}) {
    const auto result = run(arguments);
    EXPECT_EQ(result.code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(part));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

TEST_F(Reproduce, FailingPartSaysWhichAndHowToGoOn) {
  make_folder(folder_ / "r");
  write_file(folder_.path() / "r" / "runs", "in the way");
  const auto result = run("reproduce --scale smoke --out r --only published-balls4-rnn-seed1-*");
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.err, HasSubstr("1 of 5 parts failed"));
  EXPECT_THAT(result.err, HasSubstr("the same command tries them again: "
                                    "published-balls4-rnn-seed1-train: "));
}

}  // namespace
}  // namespace rnem
