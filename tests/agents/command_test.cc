// `rnem data agent` and `rnem data make --agent` as a user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <sstream>
#include <thread>

#include "places.h"
#include "process.h"
#include "program.h"
#include "rnem/core/atomic_file.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

namespace fs = std::filesystem;
using rnem::testing::Process;
using rnem::testing::run_program;
using rnem::testing::TemporaryFolder;
using ::testing::HasSubstr;

constexpr const char* kTiny =
    "--set game.rows=1 --set game.columns=3 --set game.steps=30 --set lanes=3 "
    "--set scripted_lanes=1 --set memory=300 --set first_update=90 --set epsilon_steps=300 "
    "--set batch=4 --set target_every=20 --set checkpoint_every=2 --threads 1 --games 2";

class AgentCommand : public ::testing::Test {
 protected:
  rnem::testing::Run run(const std::string& arguments) const {
    return run_program("data " + arguments, folder_.path().string());
  }
  std::string agent(const std::string& out, int steps) const {
    return "agent --out " + out + ".safetensors --game-steps " + std::to_string(steps) + " " +
           kTiny;
  }
  std::string bytes(const std::string& out) const {
    return read_file(folder_ / (out + ".safetensors"));
  }

  TemporaryFolder folder_;
};

TEST_F(AgentCommand, TrainsComparesAndRecords) {
  const auto made = run(agent("a", 150));
  ASSERT_EQ(made.code, 0) << made.err;
  for (const char* word : {"random", "scripted", "trained", "standard errors", "a.safetensors"}) {
    EXPECT_THAT(made.out, HasSubstr(word));
  }
  EXPECT_THAT(made.err, HasSubstr("network: 84x84x4"));
  EXPECT_THAT(made.err, HasSubstr("150/150 steps"));
  EXPECT_EQ(folder_.names().size(), 1u) << "no state is left";
  EXPECT_LT(bytes("a").size(), 5'000'000u);

  // the same file for any number of threads, and not the script's
  const std::string make = "make invaders84 --train 4 --valid 0 --test 0 --frames 4 --out ";
  for (const char* rest : {"one.h5 --threads 1 --agent a.safetensors",
                           "three.h5 --threads 3 --agent a.safetensors", "script.h5"}) {
    const auto recorded = run(make + rest);
    ASSERT_EQ(recorded.code, 0) << recorded.err;
  }
  EXPECT_TRUE(read_file(folder_ / "one.h5") == read_file(folder_ / "three.h5"));
  EXPECT_THAT(run("info one.h5").out, HasSubstr("invaders84 played by a.safetensors"));
  EXPECT_FALSE(read_file(folder_ / "one.h5") == read_file(folder_ / "script.h5"));
}

TEST_F(AgentCommand, KilledAndInterruptedItEndsAsIfNothingHappened) {
  ASSERT_EQ(run(agent("whole", 1500)).code, 0);
  std::vector<std::string> arguments = {rnem::testing::program(), "data"};
  std::istringstream words(agent("stopped", 1500));
  for (std::string word; words >> word;) arguments.push_back(word);
  const auto state = folder_ / "stopped.safetensors.state";
  const auto written = [&] {
    std::error_code ignored;
    return fs::last_write_time(state, ignored);
  };
  for (const int signal : {SIGKILL, SIGINT}) {
    // it saves its state when it begins, so from then on it is at work
    const auto before = written();
    Process process(arguments, folder_.path());
    while (process.running() && written() == before) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    process.send(signal);
    const auto outcome = process.wait();
    EXPECT_EQ(outcome.code, signal == SIGKILL ? 128 + SIGKILL : 130) << outcome.err;
    if (signal == SIGINT) EXPECT_THAT(outcome.err, HasSubstr("--resume goes on from there"));
    arguments = {rnem::testing::program(),
                 "data",
                 "agent",
                 "--out",
                 "stopped.safetensors",
                 "--resume",
                 "--threads",
                 "1",
                 "--games",
                 "2"};
  }
  EXPECT_FALSE(fs::exists(folder_ / "stopped.safetensors"));
  const auto resumed = run("agent --out stopped.safetensors --resume --threads 1 --games 2");
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_THAT(resumed.err, HasSubstr("goes on after"));
  EXPECT_TRUE(bytes("stopped") == bytes("whole"));
}

TEST_F(AgentCommand, SaysWhatIsWrong) {
  const auto told = [&](const std::string& arguments) {
    const auto wrong = run(arguments);
    EXPECT_EQ(wrong.code, 2) << arguments;
    EXPECT_EQ(std::count(wrong.err.begin(), wrong.err.end(), '\n'), 1) << wrong.err;
    return wrong.err;
  };
  EXPECT_THAT(told("agent"), HasSubstr("--out is required"));
  EXPECT_THAT(told("agent --out a.safetensors --game-steps 0"), HasSubstr("--game-steps"));
  EXPECT_THAT(told("agent --out a.safetensors --game-setps 5"),
              HasSubstr("did you mean '--game-steps'?"));
  EXPECT_THAT(told("agent --out a.safetensors --set rates=1"), HasSubstr("did you mean 'rate'?"));
  EXPECT_THAT(told("agent --out a.safetensors --set scripted_lanes=20"),
              HasSubstr("at most lanes = 8"));
  EXPECT_THAT(told("agent --out a.safetensors --resume"),
              HasSubstr("a.safetensors.state: no training"));
  EXPECT_THAT(told("agent --out a.safetensors --resume --game-steps 5"),
              HasSubstr("--game-steps excludes --resume"));
  write_file(folder_ / "b.safetensors.state", "something");
  EXPECT_THAT(told("agent --out b.safetensors"),
              HasSubstr("--resume goes on with it, or remove the file"));
  EXPECT_THAT(told("agent --out b.safetensors --resume"), HasSubstr("b.safetensors.state"));
  EXPECT_THAT(told("make invaders84 -o x.h5 --agent none"), HasSubstr("none"));
  EXPECT_THAT(told("make invaders84 -o x.h5 --agent b.safetensors.state"),
              HasSubstr("b.safetensors.state"));
  EXPECT_FALSE(fs::exists(folder_ / "x.h5"));
}

TEST_F(AgentCommand, OnlyTheInvadersGameTakesAnAgent) {
  ASSERT_EQ(run(agent("a", 3)).code, 0);
  const auto wrong = run("make balls4mass64 -o x.h5 --agent a.safetensors");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--agent: only the invaders game has a player, not balls4"));
}

}  // namespace
}  // namespace rnem
