#include "rnem/cli/examples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/walk.h"
#include "rnem/experiments/reproduction.h"

namespace rnem::cli {
namespace {

using rnem::testing::all_commands;
using rnem::testing::parse_error;
using ::testing::StartsWith;

TEST(Examples, EveryCommandHasSomeThatCanBeRead) {
  const Program program = build_program();
  for (const CLI::App* command : all_commands(program)) {
    const auto lines = examples_of(*command);
    EXPECT_FALSE(lines.empty()) << command_path(*command);
    for (const auto& line : lines) {
      EXPECT_THAT(line, StartsWith(command_path(*command)));
      EXPECT_EQ(parse_error(line), "") << line;
    }
  }
  EXPECT_NE(parse_error("rnem eval --no-such-flag"), "") << "a stale one would be noticed";
}

TEST(Examples, PartsOfTheReproductionAreCommandsOfToday) {
  const experiments::Reproduction reproduction{
      experiments::find_scale("smoke"), {experiments::Setup::kPublished}, ""};
  for (const auto& part : experiments::reproduction_parts(reproduction)) {
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(parse_error(part.command), "") << part.command;
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), "") << "a former name: " << part.command;
  }
}

}  // namespace
}  // namespace rnem::cli
