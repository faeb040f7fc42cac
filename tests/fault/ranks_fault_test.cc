// Ranks that are killed, stopped and interrupted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "fault/child.h"
#include "rnem/core/atomic_file.h"
#include "rnem/rng.h"
#include "temporary_folder.h"
#include "training/tiny_toml.h"

namespace rnem {
namespace {

namespace fs = std::filesystem;
using rnem::testing::Child;
using rnem::testing::TemporaryFolder;
using rnem::testing::tiny_toml;
using std::chrono::milliseconds;
using ::testing::HasSubstr;

constexpr std::size_t kRanks = 3;
// A rank that is silent or hangs is lost after 20 s (training.rank_timeout below), the launcher
// ends the rest 10 s later, and a start takes a second on a quiet machine.
constexpr auto kLongest = std::chrono::seconds(20 + 10 + 30);

// RNEM_KILLS, or a few.
int wanted_kills() {
  const char* text = std::getenv("RNEM_KILLS");
  return text != nullptr ? std::atoi(text) : 3;
}

class RanksFault : public ::testing::Test {
 protected:
  RanksFault() { write_file(folder_ / "train.toml", tiny_toml(folder_.path())); }

  std::vector<std::string> arguments(const std::string& out, int updates,
                                     const std::vector<std::string>& ranks = {
                                         "--ranks", std::to_string(kRanks)}) const {
    std::vector<std::string> words = settings(out, updates);
    words.insert(words.end(), ranks.begin(), ranks.end());
    return words;
  }
  std::vector<std::string> settings(const std::string& out, int updates) const {
    return {"train",
            "--config",
            (folder_ / "train.toml").string(),
            "--set",
            "training.max_updates=" + std::to_string(updates),
            "--set",
            "training.checkpoint_every=1",
            "--set",
            "training.rank_timeout=20",
            "--out",
            (folder_ / out).string()};
  }

  // the launcher's children, rank 0 first
  static std::vector<pid_t> ranks_of(const Child& launcher) {
    std::ifstream in("/proc/" + std::to_string(launcher.pid()) + "/task/" +
                     std::to_string(launcher.pid()) + "/children");
    std::vector<pid_t> ranks;
    for (pid_t pid = 0; in >> pid;) ranks.push_back(pid);
    return ranks;
  }

  // Nobody may have asked how a process ended whose launcher is gone.
  static bool lives(pid_t pid) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
    std::string number, name;
    char state = 'Z';
    in >> number >> name >> state;
    return in && state != 'Z' && state != 'X';
  }

  // Waits for `come`, or for the end of the launcher. Something has to go on meanwhile: a rank that
  // starts or ends, or a checkpoint.
  template <class Condition>
  void wait_until(Child& launcher, const std::string& out, const Condition& come) {
    using Clock = std::chrono::steady_clock;
    const auto state = [&] { return std::pair(ranks_of(launcher), newest(out)); };
    auto seen = state();
    auto moved = Clock::now();
    const auto look = [&] {
      const auto now = Clock::now();
      longest_ = std::max(longest_, std::chrono::duration_cast<milliseconds>(now - moved));
      if (auto is = state(); is != seen) {
        seen = std::move(is);
        moved = now;
      }
    };
    while (launcher.running() && !come()) {
      std::this_thread::sleep_for(milliseconds(5));
      look();
      if (Clock::now() - moved < kLongest) continue;
      launcher.signal(SIGKILL);
      FAIL() << "nothing went on for " << kLongest.count() << " s: " << said(out);
    }
    look();
  }

  std::vector<pid_t> wait_for_ranks(Child& launcher, const std::string& out,
                                    std::size_t count = kRanks) {
    wait_until(launcher, out, [&] { return ranks_of(launcher).size() == count; });
    return ranks_of(launcher);
  }

  std::int64_t newest(const std::string& out) const {
    std::int64_t found = -1;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder_ / out, ignored)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with("state-")) found = std::max<std::int64_t>(found, std::atoll(&name[6]));
    }
    return found;
  }

  void wait_for_checkpoint(Child& launcher, const std::string& out) {
    const std::int64_t before = newest(out);
    wait_until(launcher, out, [&] { return newest(out) > before; });
  }

  int wait_for_end(Child& launcher, const std::string& out) {
    wait_until(launcher, out, [] { return false; });
    return launcher.wait();
  }

  // metrics.jsonl without what depends on the clock
  std::vector<std::string> metrics(const std::string& out) const {
    std::vector<std::string> lines;
    std::istringstream text(read_file(folder_ / (out + "/metrics.jsonl")));
    for (std::string line; std::getline(text, line);) {
      auto json = nlohmann::ordered_json::parse(line);
      json.erase("time");
      lines.push_back(json.dump());
    }
    return lines;
  }

  std::string said(const std::string& out) const { return read_file(folder_ / (out + ".txt")); }

  // Kills ranks at random moments of a run until it ends, `most` at most; -> how many.
  int kill_ranks(const std::string& out, int updates, int most, Rng& rng);
  void expect_same_run(const std::string& out, const std::string& whole) const;

  TemporaryFolder folder_;
  milliseconds longest_{};  // that nothing went on
};

int RanksFault::kill_ranks(const std::string& out, int updates, int most, Rng& rng) {
  Child launcher(arguments(out, updates), folder_ / (out + ".txt"));
  int done = 0;
  while (done < most) {
    const auto ranks = wait_for_ranks(launcher, out);
    // one in four while they still look for each other, or soon after
    if (rng.below(4) != 0) wait_for_checkpoint(launcher, out);
    std::this_thread::sleep_for(milliseconds(rng.below(100)));
    if (ranks.size() < kRanks || !launcher.running()) break;
    if (kill(ranks[rng.below(kRanks)], SIGKILL) == 0) ++done;
    // the others notice, end, and all are started again
    wait_until(launcher, out, [&] {
      const auto now = ranks_of(launcher);
      return !now.empty() && now.front() != ranks.front() && now != ranks;
    });
  }
  EXPECT_EQ(wait_for_end(launcher, out), 0) << said(out);
  if (done > 0) EXPECT_THAT(said(out), HasSubstr("go on from the last checkpoint"));
  return done;
}

void RanksFault::expect_same_run(const std::string& out, const std::string& whole) const {
  for (const char* file : {"best.safetensors", "best-ari.safetensors", "last.safetensors"}) {
    EXPECT_TRUE(read_file(folder_ / (whole + "/" + file)) ==
                read_file(folder_ / (out + "/" + file)))
        << file;
  }
  EXPECT_EQ(metrics(whole), metrics(out));
}

TEST_F(RanksFault, KilledAtRandomMomentsTheRunEndsAsIfNothingHappened) {
  // a run that is over before it was killed often enough is followed by another
  const int kills = wanted_kills(), updates = std::max(12, 4 * kills);
  ASSERT_EQ(Child(arguments("whole", updates), folder_ / "whole.txt").wait(), 0) << said("whole");
  Rng rng(static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()), "kill");
  int done = 0, runs = 0, vain = 0;
  while (done < kills && vain < 5 && !HasFailure()) {
    const std::string out = "killed-" + std::to_string(runs++);
    const int more = kill_ranks(out, updates, kills - done, rng);
    expect_same_run(out, "whole");
    done += more;
    vain = more > 0 ? 0 : vain + 1;
  }
  EXPECT_EQ(done, kills);
  std::cout << done << " ranks killed in " << runs << " runs of " << updates
            << " updates; the longest time in which no rank started or ended and no checkpoint was "
               "written: "
            << static_cast<double>(longest_.count()) / 1000 << " s\n";
}

// With another number of ranks sums have another order: the same to rounding.
TEST_F(RanksFault, WithOneRankLessItEndsAtTheLossOfAnUndisturbedRun) {
  const int updates = 24;
  ASSERT_EQ(Child(arguments("whole", updates), folder_ / "whole.txt").wait(), 0) << said("whole");
  Child launcher(arguments("fewer", updates, {"--elastic", "2:3"}), folder_ / "fewer.txt");
  wait_for_checkpoint(launcher, "fewer");
  const auto ranks = wait_for_ranks(launcher, "fewer");
  ASSERT_EQ(ranks.size(), kRanks);
  kill(ranks[2], SIGKILL);
  EXPECT_EQ(wait_for_end(launcher, "fewer"), 0) << said("fewer");
  EXPECT_THAT(said("fewer"), HasSubstr("1 lost: 2 ranks go on from the last checkpoint"));
  const auto whole = metrics("whole"), fewer = metrics("fewer");
  ASSERT_EQ(whole.size(), fewer.size());
  double largest = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const double a = nlohmann::json::parse(whole[i]).at("loss").get<double>(),
                 b = nlohmann::json::parse(fewer[i]).at("loss").get<double>();
    largest = std::max(largest, std::abs(a - b) / a);
  }
  EXPECT_LT(largest, 1e-5);
  std::cout << "losses differ by " << largest << " at most\n";
}

TEST_F(RanksFault, ARankThatWasLostTakesPartAgain) {
  const auto endless =
      arguments("run", 1000000, {"--elastic", "2:3", "--set", "training.patience=0"});
  Child launcher(endless, folder_ / "run.txt");
  wait_for_checkpoint(launcher, "run");
  const auto ranks = wait_for_ranks(launcher, "run");
  ASSERT_EQ(ranks.size(), kRanks);
  kill(ranks[1], SIGKILL);
  EXPECT_EQ(wait_for_ranks(launcher, "run", 2).size(), 2u);
  wait_until(launcher, "run",
             [&] { return said("run").find("all are there again: 3 ranks") != std::string::npos; });
  EXPECT_EQ(wait_for_ranks(launcher, "run").size(), kRanks);
  wait_for_checkpoint(launcher, "run");
  launcher.signal(SIGINT);
  EXPECT_EQ(wait_for_end(launcher, "run"), 130) << said("run");
}

TEST_F(RanksFault, ARankThatIsStoppedIsNamedAndReplaced) {
  auto patient = arguments("stopped", 12);
  patient.insert(patient.end(), {"--set", "training.rank_timeout=5"});
  Child launcher(patient, folder_ / "stopped.txt");
  wait_for_checkpoint(launcher, "stopped");
  const auto ranks = wait_for_ranks(launcher, "stopped");
  ASSERT_EQ(ranks.size(), kRanks);
  kill(ranks[1], SIGSTOP);
  EXPECT_EQ(wait_for_end(launcher, "stopped"), 0) << said("stopped");
  EXPECT_THAT(said("stopped"), HasSubstr("rank 1 is silent for 5 s"));
  EXPECT_THAT(said("stopped"), HasSubstr("1 lost: 3 ranks go on from the last checkpoint"));
}

TEST_F(RanksFault, WhenTheLauncherIsKilledEveryoneEndsAndTheRunGoesOn) {
  Child launcher(arguments("run", 100000), folder_ / "run.txt");
  wait_for_checkpoint(launcher, "run");
  const auto ranks = wait_for_ranks(launcher, "run");
  ASSERT_EQ(ranks.size(), kRanks);
  launcher.signal(SIGKILL);
  EXPECT_EQ(launcher.wait(), 128 + SIGKILL);
  for (const pid_t pid : ranks) {
    while (lives(pid)) std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_THAT(said("run"), HasSubstr("--resume goes on from there"));
  const std::int64_t saved = newest("run");
  auto more = arguments("run", static_cast<int>(saved) + 3);
  more.emplace_back("--resume");
  EXPECT_EQ(Child(more, folder_ / "more.txt").wait(), 0) << said("more");
  EXPECT_THAT(said("more"), HasSubstr("resumed at update " + std::to_string(saved)));
}

TEST_F(RanksFault, InterruptedItSavesAndEveryoneEnds) {
  Child launcher(arguments("run", 100000), folder_ / "run.txt");
  wait_for_checkpoint(launcher, "run");
  const auto ranks = wait_for_ranks(launcher, "run");
  launcher.signal(SIGINT);
  EXPECT_EQ(wait_for_end(launcher, "run"), 130);
  EXPECT_THAT(said("run"), HasSubstr("--resume goes on from there"));
  for (const pid_t pid : ranks) EXPECT_NE(kill(pid, 0), 0) << "rank " << pid << " lives on";
}

TEST_F(RanksFault, WhatIsWrongWithTheSettingsIsSaidOnce) {
  auto wrong = arguments("wrong", 12);
  wrong.insert(wrong.end(), {"--set", "training.batch=2"});
  EXPECT_EQ(Child(wrong, folder_ / "wrong.txt").wait(), 2);
  EXPECT_THAT(said("wrong"), HasSubstr("training.batch = 2: expected a sequence or more for each "
                                       "of 3 ranks"));
  EXPECT_FALSE(fs::exists(folder_ / "wrong"));
}

}  // namespace
}  // namespace rnem
