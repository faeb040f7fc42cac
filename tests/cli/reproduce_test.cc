// The whole pipeline at a scale smaller than any that users are offered.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>

#include "cli/program.h"
#include "process.h"
#include "rnem/core/atomic_file.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

namespace fs = std::filesystem;
using rnem::testing::run_program;
using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> kTiny = {
    "data.train=4",           "data.valid=2",       "data.test=2",
    "training.batch=2",       "training.steps=2",   "training.valid_sequences=2",
    "training.valid_steps=2", "evaluation.steps=3", "simulation.observe=2",
    "simulation.steps=2"};

std::string tiny_command(const std::string& more) {
  std::string command = "reproduce --scale smoke --out r";
  for (const auto& assignment : kTiny) command += " --set " + assignment;
  return command + more;
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

class Reproduce : public ::testing::Test {
 protected:
  rnem::testing::Run run(const std::string& arguments) {
    return run_program(arguments, folder_.path().string());
  }
  rnem::testing::TemporaryFolder folder_;
};

TEST_F(Reproduce, ListShowsCommandsAndDoesNothing) {
  const auto listed = run(tiny_command(" --list"));
  ASSERT_EQ(listed.code, 0) << listed.err;
  EXPECT_THAT(listed.out, HasSubstr("rnem train --config r/configs/balls4-rnem-k8.toml"));
  EXPECT_THAT(listed.out, HasSubstr("rnem eval r/runs/curtain-rnem/best.safetensors"));
  EXPECT_FALSE(fs::exists(folder_ / "r"));
}

TEST_F(Reproduce, BadInputIsOneClearLine) {
  for (const auto& [arguments, part] : std::vector<std::pair<std::string, std::string>>{
           {"reproduce --scale smoek --out r", "did you mean 'smoke'?"},
           {"reproduce --scale smoke --out r --set data.tests=3", "data.tests"}}) {
    const auto result = run(arguments);
    EXPECT_EQ(result.code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr(part));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

TEST_F(Reproduce, FailingPartSaysWhichAndHowToGoOn) {
  make_folder(folder_ / "r");
  write_file(folder_.path() / "r" / "data", "in the way");
  const auto result = run(tiny_command(""));
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("(data-balls4mass64): "));
  EXPECT_THAT(result.err, HasSubstr("the same command goes on from here"));
}

// One story, because its middle takes a while: interrupted, completed, nothing to do, one thing to
// do.
TEST_F(Reproduce, GoesOnWhereItStoppedAndDoesNothingTwice) {
  // stopped in the first training
  {
    std::vector<std::string> arguments = {
        RNEM_PROGRAM, "reproduce", "--scale", "smoke",
        "--out",      "r",         "--set",   "training.max_updates=1000000"};
    for (const auto& assignment : kTiny) {
      arguments.insert(arguments.end(), {"--set", assignment});
    }
    rnem::testing::Process process(arguments, folder_.path());
    const fs::path log = folder_.path() / "r" / "runs" / "balls4-rnem-k5" / "last.safetensors";
    while (process.running() && !fs::exists(log)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    process.send(SIGINT);
    const auto stopped = process.wait();
    ASSERT_EQ(stopped.code, 130) << stopped.err;
    EXPECT_THAT(stopped.err, HasSubstr("stopped in part 4 of"));
  }

  // goes on with that training, which is over its new limit at once
  const std::string command = tiny_command(" --set training.max_updates=1");
  const auto whole = run(command);
  ASSERT_EQ(whole.code, 0) << whole.err;
  EXPECT_THAT(whole.err, HasSubstr("part 1 of"));
  EXPECT_THAT(whole.err, HasSubstr("make 8 sequences of balls4mass64: is done"));
  EXPECT_THAT(whole.err, HasSubstr("balls4-rnem-k5: resumed at update"));
  EXPECT_EQ(whole.out, "r/report.html\n");

  const auto nothing = run(command);
  ASSERT_EQ(nothing.code, 0) << nothing.err;
  EXPECT_THAT(nothing.err, HasSubstr("\n0 of "));

  // the evaluation and the figure that shows it
  fs::remove(folder_.path() / "r" / "results" / "extrapolate-balls4-rnn.json");
  const auto again = run(command);
  EXPECT_THAT(again.err, HasSubstr("evaluate RNN on balls678mass64\n"));
  EXPECT_THAT(again.err, HasSubstr("draw comparison\n"));
  EXPECT_THAT(again.err, HasSubstr("\n2 of "));

  const std::string page = read_file(folder_.path() / "r" / "report.html");
  const auto figures = fs::directory_iterator(folder_.path() / "r" / "figures");
  EXPECT_EQ(count(page, "src=\"data:image/png;base64,"),
            std::distance(fs::begin(figures), fs::end(figures)));
  EXPECT_EQ(count(page, "src="), 9);
  for (const char* elsewhere : {"http", "href", "<script", "url(", "<link"}) {
    EXPECT_THAT(page, Not(HasSubstr(elsewhere)));
  }
  for (const char* expected :
       {"shows that the pipeline works", "46.22", "2.33", "94.64", "4.14", "59.32", "2.72",
        "about 0.8", "R-NEM no attention", "rnem simulate r/runs/balls4-lstm/best.safetensors",
        "Seed 1", "LibTorch"}) {
    EXPECT_THAT(page, HasSubstr(expected));
  }
}

}  // namespace
}  // namespace rnem
