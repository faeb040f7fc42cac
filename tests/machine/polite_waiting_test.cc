// Waiting that is short while the cores are taken: when that is, what does it, how it ends.
#include "rnem/machine/polite_waiting.h"

#include <gtest/gtest.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <list>
#include <optional>
#include <thread>
#include <vector>

#include "process.h"
#include "rnem/machine/core_contention.h"
#include "rnem/machine/parallel.h"
#include "rnem/machine/spare_team.h"

namespace rnem::machine {
namespace {

using rnem::testing::Process;

std::vector<bool> decisions(const std::vector<double>& shares) {
  Contention contention;
  std::vector<bool> taken;
  for (const double share : shares) taken.push_back(contention.add(share));
  return taken;
}

TEST(Contention, TakesTwoSamplesToBegin) {
  EXPECT_EQ(decisions({0.0, 0.9, 0.1, 0.9, 0.2, 0.5}),
            (std::vector<bool>{false, false, false, false, true, true}));
}

TEST(Contention, TakesASecondOfQuietToEnd) {
  std::vector<double> shares(11, 0.01);
  shares[0] = shares[1] = 0.5;
  EXPECT_TRUE(decisions(shares).back());  // nine quiet ones
  shares.push_back(0.01);
  EXPECT_FALSE(decisions(shares).back());
  shares[6] = 0.06;  // in between: not quiet
  EXPECT_TRUE(decisions(shares).back());
}

TEST(Contention, DoesNotFlapOnSharesInBetween) {
  std::vector<double> shares(100, 0.1);
  for (const bool taken : decisions(shares)) EXPECT_FALSE(taken);
  shares[0] = shares[1] = 0.15;
  const auto taken = decisions(shares);
  EXPECT_EQ(std::count(taken.begin(), taken.end(), true), 99);
}

TEST(QueueTimes, SeeThreadsThatWaitForACore) {
  QueueTimes times;
  const auto first = times.share();
  if (!first.has_value()) GTEST_SKIP() << "this system has no schedstat";
  EXPECT_EQ(*first, 0.0);
  std::atomic<bool> end = false;
  std::vector<std::jthread> busy;
  for (int i = 0; i < 3 * processors(); ++i) {
    busy.emplace_back([&end] {
      while (!end.load()) {
      }
    });
  }
  // two of three stand in the queue at any time
  double most = 0;
  for (int i = 0; i < 50 && most < 0.4; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    most = std::max(most, times.share().value_or(0.0));
  }
  end = true;
  EXPECT_GE(most, 0.4);
  EXPECT_LE(most, 1.0);
}

std::int64_t threads_now() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

double thread_seconds() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Processor time that the second thread takes for waiting, 200 times 0.3 ms, for the first.
double seconds_of_waiting() {
  std::array<double, 2> seconds = {};
  auto read_clocks = [&](std::int64_t, std::int64_t, int thread) {
    seconds[static_cast<std::size_t>(thread)] = thread_seconds();
  };
  parallel_for(2, 1, read_clocks);
  const double before = seconds[1];
  for (int i = 0; i < 200; ++i) {
    parallel_for(2, 1, [](std::int64_t, std::int64_t, int thread) {
      if (thread == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
    });
  }
  parallel_for(2, 1, read_clocks);
  return seconds[1] - before;
}

bool waiting_is_chosen() {
  return std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr;
}

TEST(SpareTeam, ShortensWaitingWhileItLives) {
  if (processors() < 2 || waiting_is_chosen()) GTEST_SKIP() << "nobody spins here";
  set_threads(2);
  const double before = seconds_of_waiting();
  std::optional<SpareTeam> team(std::in_place);
  const double beside = seconds_of_waiting();
  team.reset();
  const double after = seconds_of_waiting();
  // it is 1/40 on a quiet machine
  EXPECT_LT(beside, before / 3);
  EXPECT_LT(beside, after / 3);
}

TEST(SpareTeam, LeavesNothingBehind) {
  set_threads(2);
  parallel_for(2, 1, [](std::int64_t, std::int64_t, int) {});
  const auto threads = threads_now();
  for (int i = 0; i < 20; ++i) {
    const SpareTeam team;
    EXPECT_GE(threads_now(), threads + processors() + 1);
    EXPECT_EQ(max_threads(), 2);
    std::atomic<int> parts = 0;
    parallel_for(100, 1, [&](std::int64_t, std::int64_t, int) { ++parts; });
    EXPECT_EQ(parts, 2);
  }
  // a thread that was joined may still be listed for a moment
  for (int i = 0; i < 1000 && threads_now() > threads; ++i) std::this_thread::yield();
  EXPECT_EQ(threads_now(), threads);
}

// A variable of the environment that a test sets, or unsets with nullptr.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~Variable() { set(before_ ? before_->c_str() : nullptr); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const char* value) const {
    value == nullptr ? unsetenv(name_) : setenv(name_, value, 1);
  }
  const char* name_;
  std::optional<std::string> before_;
};

class PoliteWaitingTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (processors() < 2) GTEST_SKIP() << "one processor: libgomp waits shortly anyway";
  }

  const Variable policy_{"OMP_WAIT_POLICY", nullptr}, count_{"GOMP_SPINCOUNT", nullptr};
};

TEST_F(PoliteWaitingTest, WatchesOnlyWhatCanSpin) {
  EXPECT_TRUE(PoliteWaiting(2).watching());
  EXPECT_FALSE(PoliteWaiting(1).watching());
  EXPECT_FALSE(PoliteWaiting(processors() + 1).watching());
}

TEST_F(PoliteWaitingTest, LeavesTheUsersChoiceAlone) {
  for (const char* name : {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT"}) {
    const Variable chosen(name, "1");
    EXPECT_FALSE(PoliteWaiting(2).watching()) << name;
  }
}

TEST_F(PoliteWaitingTest, NoticesBusyProcesses) {
  if (!QueueTimes().share().has_value()) GTEST_SKIP() << "this system has no schedstat";
  set_threads(2);
  const PoliteWaiting waiting(2);
  std::list<Process> others;
  for (int i = 0; i < 2 * processors(); ++i) {
    others.emplace_back(std::vector<std::string>{"sh", "-c", "ulimit -t 60; while :; do :; done"},
                        ".");
  }
  // as much work as it takes, within reason: 10 ms of each core a turn
  for (int i = 0; i < 300 && !waiting.polite(); ++i) {
    parallel_for(2, 1, [](std::int64_t, std::int64_t, int) {
      for (const double end = thread_seconds() + 0.01; thread_seconds() < end;) {
      }
    });
  }
  EXPECT_TRUE(waiting.polite());
}

TEST_F(PoliteWaitingTest, EndsAtOnce) {
  for (int i = 0; i < 100; ++i) PoliteWaiting waiting(2);
}

TEST_F(PoliteWaitingTest, EndsInAForkedChildToo) {
  std::optional<PoliteWaiting> waiting(std::in_place, 2);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // it waits for its next sample
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    alarm(20);  // if it waits for a thread that is not there
    waiting.reset();
    _exit(0);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

}  // namespace
}  // namespace rnem::machine
