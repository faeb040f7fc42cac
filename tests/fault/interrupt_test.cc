// Ctrl-C at random moments, also while the program starts: always exit code 130, nothing half-made,
// and a training that goes on. RNEM_INTERRUPTS=300 in the environment is the long form, with
// --gtest_shuffle at other moments every time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "fault/child.h"
#include "places.h"
#include "rnem/core/atomic_file.h"
#include "rnem/rng.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

namespace fs = std::filesystem;
using rnem::testing::Child;
using rnem::testing::TemporaryFolder;
using ::testing::EndsWith;
using ::testing::IsEmpty;

constexpr std::uint64_t kLatest = 3000;  // milliseconds: starting and loading take about one second

int interrupts() {
  const char* asked = std::getenv("RNEM_INTERRUPTS");
  return asked == nullptr ? 12 : std::atoi(asked);
}

// The shipped model, whose products are large enough for generated code, on work without end.
std::vector<std::string> endless(const std::string& command) {
  const std::string model = rnem::testing::in_source("models/balls4-rnem.safetensors");
  return {command, model, "--data", "live:balls4mass64", "--sequences", "100000", "--batch", "8"};
}

std::vector<std::string> training(const fs::path& out) {
  std::vector<std::string> arguments = {"train", "--out", out.string()};
  for (const char* set :
       {"training.batch=2", "training.steps=3", "training.curriculum=[]", "training.simulate=[]",
        "training.schedule=constant", "training.max_updates=1000000", "training.valid_every=5",
        "training.valid_sequences=2", "training.valid_steps=3", "training.checkpoint_every=20"}) {
    arguments.insert(arguments.end(), {"--set", set});
  }
  return arguments;
}

class Interrupts : public ::testing::Test {
 protected:
  // Starts the program, interrupts it some time later, and expects it to say so.
  void interrupt(const std::vector<std::string>& arguments, std::uint64_t index) {
    const auto seed = static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed());
    const std::uint64_t delay = Rng(seed, "interrupt", index).below(kLatest);
    SCOPED_TRACE(arguments[0] + " after " + std::to_string(delay) + " ms");
    const TemporaryFolder output;
    Child child(arguments, output / "output");
    std::this_thread::sleep_for(std::chrono::milliseconds(delay));
    ASSERT_TRUE(child.running()) << read_file(output / "output");
    child.signal(SIGINT);
    EXPECT_EQ(child.wait(), 130) << read_file(output / "output");
  }

  TemporaryFolder folder_;
};

TEST_F(Interrupts, AtAnyMomentEndWith130) {
  for (int i = 0; i < interrupts(); ++i) {
    SCOPED_TRACE("interrupt " + std::to_string(i));
    const auto index = static_cast<std::uint64_t>(i);
    switch (i % 4) {
      case 0:
        interrupt(endless("eval"), index);
        break;
      case 1:
        interrupt(endless("simulate"), index);
        break;
      case 2:
        interrupt({"data", "make", "balls4mass64", "--train", "10000000", "--out",
                   (folder_ / "a.h5").string()},
                  index);
        EXPECT_THAT(folder_.names(), IsEmpty());
        break;
      default: {
        interrupt(training(folder_ / "run"), index);
        // it may have come too early to leave anything
        if (!fs::exists(folder_ / "run")) break;
        Child resumed({"train", "--resume", "--set", "training.max_updates=1", "--out",
                       (folder_ / "run").string()},
                      folder_ / "output");
        EXPECT_EQ(resumed.wait(), 0) << read_file(folder_ / "output");
        fs::remove_all(folder_ / "run");
        fs::remove(folder_ / "output");
      }
    }
  }
}

// A line of /proc/PID/task/TID/status; nothing of a thread that is gone.
std::string status_of(const fs::path& task, const std::string& name) {
  std::ifstream in(task / "status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(name + ":\t")) return line.substr(name.size() + 2);
  }
  return "";
}

bool in_mask(const fs::path& task, const std::string& name, int signal) {
  const std::string mask = status_of(task, name);
  return !mask.empty() && ((std::stoull(mask, nullptr, 16) >> (signal - 1)) & 1) != 0;
}

// Of a thread that ends while it is read, the kernel says that nothing is blocked: such a one is
// gone, or called dead, when it is asked for afterwards.
bool open_to(const fs::path& task, int signal) {
  if (in_mask(task, "SigBlk", signal)) return false;
  const std::string state = status_of(task, "State");
  return !state.empty() && state[0] != 'Z' && state[0] != 'X';
}

std::vector<fs::path> tasks_of(pid_t pid) {
  std::vector<fs::path> tasks;
  for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
    tasks.push_back(entry.path());
  }
  return tasks;
}

// What makes the above sure rather than likely: no thread of the program can run a handler.
TEST_F(Interrupts, AreBlockedInEveryThreadButOne) {
  Child child(endless("eval"), folder_ / "output");
  const auto open = [&](const std::vector<fs::path>& tasks) {
    return std::ranges::count_if(tasks, [](const auto& task) { return open_to(task, SIGINT); });
  };
  // main, the one that waits for signals and does so by now, the one that makes batches; then
  // those that compute
  for (auto tasks = tasks_of(child.pid()); tasks.size() < 3 || open(tasks) == 0;
       tasks = tasks_of(child.pid())) {
    ASSERT_TRUE(child.running()) << read_file(folder_ / "output");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  for (int round = 0; round < 50; ++round) {
    ASSERT_TRUE(child.running()) << read_file(folder_ / "output");
    const auto tasks = tasks_of(child.pid());
    ASSERT_EQ(open(tasks), 1) << "only the thread that waits for it is open to the signal";
    for (const auto& task : tasks) {
      ASSERT_FALSE(in_mask(task, "SigCgt", SIGINT)) << "there is a handler";
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  child.signal(SIGINT);
  EXPECT_EQ(child.wait(), 130);
  // a death by the signal would have the same code
  EXPECT_THAT(read_file(folder_ / "output"), EndsWith("rnem: interrupted\n"));
}

}  // namespace
}  // namespace rnem
