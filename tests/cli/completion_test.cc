// The shells themselves complete from the printed scripts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "process.h"
#include "program.h"

namespace rnem {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

bool has(const std::string& shell) { return std::filesystem::exists("/usr/bin/" + shell); }

// Runs `script` with the completion script of the shell as $1.
std::string in_shell(const std::string& shell, const std::string& script) {
  const rnem::testing::TemporaryFolder folder;
  write_file(folder / "c", rnem::testing::run_program("completion " + shell).out);
  const auto ran = rnem::testing::run_process(
      {shell, "-c", shell == "fish" ? "source c; " + script : ". ./c; " + script}, folder.path());
  return ran.out + ran.err;
}

std::string in_bash(const std::string& line) {
  return in_shell("bash", "COMP_LINE='" + line +
                              "'; COMP_POINT=${#COMP_LINE}; _rnem; echo \"${COMPREPLY[@]}\"");
}

std::string in_fish(const std::string& line) {
  return in_shell("fish", "complete -C '" + line + "'");
}

std::string in_zsh(const std::string& words, int current) {
  return in_shell("zsh", "true") +
         in_shell("zsh", "compadd() { print -r -- \"$@\"; }; _files() { :; }; words=(" + words +
                             "); CURRENT=" + std::to_string(current) + "; _rnem");
}

TEST(Completion, BashKnowsCommandsFlagsAndValues) {
  EXPECT_EQ(in_bash("rnem comp"), "completion\n");
  EXPECT_EQ(in_bash("rnem data wo"), "worlds\n");
  EXPECT_EQ(in_bash("rnem eval --spl"), "--split\n");
  EXPECT_EQ(in_bash("rnem eval m --split va"), "validation\n");
  EXPECT_EQ(in_bash("rnem eval m --split=va"), "validation\n");
  EXPECT_EQ(in_bash("rnem data make balls6"), "balls678mass64\n");
  EXPECT_EQ(in_bash("rnem train --set training.valid_s"),
            "training.valid_sequences= training.valid_steps=\n");
  EXPECT_EQ(in_bash("rnem train --set training.schedule=co"), "constant cosine\n");
  EXPECT_EQ(in_bash("rnem eval cur"), "curtain\n") << "a shipped model";
}

// bash takes live:NAME as two words and wants the second
TEST(Completion, BashCompletesLiveSources) {
  EXPECT_EQ(in_bash("rnem eval m --data live:inv"), "invaders84\n");
  EXPECT_THAT(in_bash("rnem eval m --data l"), HasSubstr("live:shapes28"));
}

TEST(Completion, FishKnowsTheSame) {
  if (!has("fish")) GTEST_SKIP() << "no fish here";
  EXPECT_THAT(in_fish("rnem comp"), HasSubstr("completion\tprint the completion script"));
  EXPECT_THAT(in_fish("rnem data make balls6"), HasSubstr("balls678mass64"));
  EXPECT_THAT(in_fish("rnem eval --split va"), HasSubstr("validation"));
  EXPECT_THAT(in_fish("rnem train --set training.ra"), HasSubstr("training.rate="));
  EXPECT_THAT(in_fish("rnem eval --sp"), Not(HasSubstr("error")));
}

TEST(Completion, ZshKnowsTheSame) {
  if (!has("zsh")) GTEST_SKIP() << "no zsh here";
  EXPECT_THAT(in_zsh("rnem eval m --split va", 5), HasSubstr("training validation test"));
  EXPECT_THAT(in_zsh("rnem data make ba", 4), HasSubstr("balls678mass64"));
  EXPECT_THAT(in_zsh("rnem train --set tra", 4), HasSubstr("training.rate="));
}

TEST(Completion, OtherShellsAreRefused) {
  EXPECT_EQ(rnem::testing::run_program("completion tcsh").code, 2);
}

}  // namespace
}  // namespace rnem
