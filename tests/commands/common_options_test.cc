// One meaning for one word: what every command's options have in common.
#include "rnem/cli/common_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "commands/walk.h"

namespace rnem::cli {
namespace {

using rnem::testing::all_commands;
using rnem::testing::parse_error;

class CommonOptions : public ::testing::Test {
 protected:
  // by command, of those that show it
  std::map<std::string, const CLI::Option*> shown(const std::string& name) const {
    std::map<std::string, const CLI::Option*> found;
    for (const CLI::App* command : all_commands(program_)) {
      const CLI::Option* option = command->get_option_no_throw(name);
      if (option != nullptr && !option->get_group().empty()) found[command_path(*command)] = option;
    }
    return found;
  }

  const Program program_ = build_program();
};

TEST_F(CommonOptions, HaveTheSameDefaultInAllCommands) {
  for (const auto& [name, value] : std::map<std::string, std::string>{
           {"--steps", "30"}, {"--sequences", "0"}, {"--seed", "1"}, {"--split", "test"}}) {
    const auto options = shown(name);
    EXPECT_GE(options.size(), 3U) << name;
    for (const auto& [command, option] : options) {
      EXPECT_EQ(option->get_default_str(), value) << command << " " << name;
    }
  }
}

TEST_F(CommonOptions, MeanTheSameInAllCommands) {
  const std::map<std::string, std::string> starts = {
      {"--steps", "EM steps T"},
      {"--sequences", "the first so many of the split"},
      {"--seed", "seed of "},
      {"--split", "which sequences"}};
  for (const auto& [name, start] : starts) {
    for (const auto& [command, option] : shown(name)) {
      EXPECT_EQ(option->get_description().rfind(start, 0), 0U)
          << command << " " << name << ": " << option->get_description();
    }
  }
}

TEST_F(CommonOptions, EveryOutHasItsShortName) {
  for (const auto& [command, option] : shown("--out")) {
    EXPECT_EQ(option->get_snames(), std::vector<std::string>{"o"}) << command;
    const std::string type = option->get_type_name();
    EXPECT_TRUE(type == "FILE" || type == "FOLDER") << command << " " << type;
  }
}

// A run's folder is its own, and so is a reproduction's: they are gone on with, never replaced.
TEST_F(CommonOptions, WhatWritesCanBeForced) {
  const auto force = shown("--force");
  for (const char* name : {"--out", "--json", "--plot", "--publish"}) {
    for (const auto& [command, option] : shown(name)) {
      if (command != "rnem train") EXPECT_TRUE(force.contains(command)) << command;
    }
  }
}

TEST_F(CommonOptions, EveryOptionHasASentence) {
  for (const CLI::App* command : all_commands(program_)) {
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_group().empty()) continue;
      EXPECT_NE(option->get_description(), "") << command_path(*command) << option->get_name();
    }
  }
}

TEST_F(CommonOptions, FormerNamesAreReadWithANote) {
  for (const auto& [line, note] : std::map<std::string, std::string>{
           {"rnem simulate m --data d --steps 7", "--steps is now called --ahead\n"},
           {"rnem plot rollout m --data d -o x.png --steps 7", "--steps is now called --ahead\n"},
           {"rnem trace m --data d -o x.h5 --sequences 0:2", "--sequences is now called --range\n"},
           {"rnem data import p -o x.h5 --split 0.8,0.1,0.1", "--split is now called --shares\n"},
           {"rnem data agent -o x.safetensors --steps 9", "--steps is now called --game-steps\n"},
           {"rnem bench data --sequences 9", "--sequences is now called --file-sequences\n"}}) {
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(parse_error(line), "") << line;
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), note) << line;
  }
  EXPECT_NE(parse_error("rnem simulate m --data d --steps 7 --ahead 8"), "");
}

// Steps were counted from the first frame in this command, and are from the last seen one now.
TEST_F(CommonOptions, FormerStepsOfARolloutWereAllOfThem) {
  ::testing::internal::CaptureStderr();
  program_.app->parse("plot rollout m --data d -o x.png --observe 4 --steps 24");
  ::testing::internal::GetCapturedStderr();
  const CLI::App& rollout = *find_command(*find_command(*program_.app, "plot"), "rollout");
  EXPECT_EQ(rollout.get_option_no_throw("--ahead")->as<int>(), 20);
}

}  // namespace
}  // namespace rnem::cli
