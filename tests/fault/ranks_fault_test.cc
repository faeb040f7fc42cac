// Ranks that are killed, stopped and interrupted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
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

// RNEM_KILLS, or a few.
int wanted_kills() {
  const char* text = std::getenv("RNEM_KILLS");
  return text != nullptr ? std::atoi(text) : 3;
}

class RanksFault : public ::testing::Test {
 protected:
  RanksFault() { write_file(folder_ / "train.toml", tiny_toml(folder_.path())); }

  std::vector<std::string> arguments(const std::string& out, int updates) const {
    return {"train",
            "--config",
            (folder_ / "train.toml").string(),
            "--set",
            "training.max_updates=" + std::to_string(updates),
            "--set",
            "training.checkpoint_every=1",
            "--set",
            "training.rank_timeout=20",
            "--ranks",
            std::to_string(kRanks),
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

  std::vector<pid_t> wait_for_ranks(Child& launcher) const {
    for (;;) {
      const auto ranks = ranks_of(launcher);
      if (ranks.size() == kRanks || !launcher.running()) return ranks;
      std::this_thread::sleep_for(milliseconds(5));
    }
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

  void wait_for_checkpoint(Child& launcher, const std::string& out) const {
    const std::int64_t before = newest(out);
    while (launcher.running() && newest(out) <= before) {
      std::this_thread::sleep_for(milliseconds(5));
    }
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

  TemporaryFolder folder_;
};

TEST_F(RanksFault, KilledAtRandomMomentsTheRunEndsAsIfNothingHappened) {
  const int kills = wanted_kills(), updates = std::max(12, kills);
  ASSERT_EQ(Child(arguments("whole", updates), folder_ / "whole.txt").wait(), 0) << said("whole");
  Rng rng(static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()), "kill");
  Child launcher(arguments("killed", updates), folder_ / "killed.txt");
  int done = 0;
  for (int i = 0; i < kills; ++i) {
    const auto ranks = wait_for_ranks(launcher);
    // one in four while they still look for each other, or soon after
    if (rng.below(4) != 0) wait_for_checkpoint(launcher, "killed");
    std::this_thread::sleep_for(milliseconds(rng.below(100)));
    if (ranks.size() < kRanks || !launcher.running()) break;
    if (kill(ranks[rng.below(kRanks)], SIGKILL) == 0) ++done;
    // the others notice, end, and all are started again
    while (launcher.running() && ranks_of(launcher) == ranks) {
      std::this_thread::sleep_for(milliseconds(5));
    }
    while (launcher.running() && !ranks_of(launcher).empty() &&
           ranks_of(launcher).front() == ranks.front()) {
      std::this_thread::sleep_for(milliseconds(5));
    }
  }
  EXPECT_GE(done, 1);
  ASSERT_EQ(launcher.wait(), 0) << said("killed");
  EXPECT_THAT(said("killed"), HasSubstr("go on from the last checkpoint"));
  for (const char* file : {"best.safetensors", "best-ari.safetensors", "last.safetensors"}) {
    EXPECT_TRUE(read_file(folder_ / ("whole/" + std::string(file))) ==
                read_file(folder_ / ("killed/" + std::string(file))))
        << file;
  }
  EXPECT_EQ(metrics("whole"), metrics("killed"));
}

TEST_F(RanksFault, ARankThatIsStoppedIsNamedAndReplaced) {
  auto patient = arguments("stopped", 12);
  patient.insert(patient.end(), {"--set", "training.rank_timeout=5"});
  Child launcher(patient, folder_ / "stopped.txt");
  wait_for_checkpoint(launcher, "stopped");
  const auto ranks = wait_for_ranks(launcher);
  ASSERT_EQ(ranks.size(), kRanks);
  kill(ranks[1], SIGSTOP);
  EXPECT_EQ(launcher.wait(), 0) << said("stopped");
  EXPECT_THAT(said("stopped"), HasSubstr("rank 1 is silent for 5 s"));
  EXPECT_THAT(said("stopped"), HasSubstr("1 lost: 3 ranks go on from the last checkpoint"));
}

TEST_F(RanksFault, WhenTheLauncherIsKilledEveryoneEndsAndTheRunGoesOn) {
  Child launcher(arguments("run", 100000), folder_ / "run.txt");
  wait_for_checkpoint(launcher, "run");
  const auto ranks = wait_for_ranks(launcher);
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
  const auto ranks = wait_for_ranks(launcher);
  launcher.signal(SIGINT);
  EXPECT_EQ(launcher.wait(), 130);
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
