// Training under bad conditions: killed, interrupted, out of disk.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
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
using ::testing::HasSubstr;

constexpr long kFirstLimit = 30'000, kLaterLimit = 100'000;  // bytes a file may have

class TrainingFault : public ::testing::Test {
 protected:
  TrainingFault() {
    // checkpoints all the time, so that most kills hit a write
    write_file(folder_ / "train.toml", tiny_toml(folder_.path()));
    common_ = {"train", "--config", (folder_ / "train.toml").string()};
    for (const char* set : {"training.max_updates=100", "training.checkpoint_every=1",
                            "training.valid_every=5", "training.log_every=1"}) {
      common_.insert(common_.end(), {"--set", set});
    }
  }

  std::vector<std::string> arguments(const std::string& out, bool resume) const {
    std::vector<std::string> all = common_;
    all.insert(all.end(), {"--out", (folder_ / out).string()});
    if (resume) all.push_back("--resume");
    return all;
  }

  int run_to_the_end(const std::string& out, bool resume) {
    return Child(arguments(out, resume), folder_ / "output").wait();
  }

  // the last line the program printed
  std::string last_words() const {
    std::istringstream text(read_file(folder_ / "output"));
    std::string line, last;
    while (std::getline(text, line)) last = line;
    return last;
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

  void expect_same_run(const std::string& a, const std::string& b) const {
    for (const char* file : {"best.safetensors", "best-ari.safetensors", "last.safetensors"}) {
      EXPECT_TRUE(read_file(folder_ / (a + "/" + file)) == read_file(folder_ / (b + "/" + file)))
          << file;
    }
    EXPECT_EQ(metrics(a), metrics(b));
  }

  bool has_checkpoint(const std::string& out) const {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder_ / out, ignored)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with("state-") && name.ends_with(".safetensors")) return true;
    }
    return false;
  }

  void wait_for_checkpoint(Child& child, const std::string& out) const {
    while (child.running() && !has_checkpoint(out)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  // Once also before anything is there, mostly while checkpoints are being written.
  void kill_at_random_times(const std::string& out) const {
    Rng rng(static_cast<std::uint64_t>(::testing::UnitTest::GetInstance()->random_seed()), "kill");
    int kills = 0;
    for (int i = 0; i < 4; ++i) {
      Child child(arguments(out, fs::exists(folder_ / out)), folder_ / "output");
      if (i != 1) wait_for_checkpoint(child, out);
      std::this_thread::sleep_for(std::chrono::milliseconds(rng.below(300)));
      child.signal(SIGKILL);
      if (child.wait() == 128 + SIGKILL) ++kills;
    }
    EXPECT_GE(kills, 1);
  }

  TemporaryFolder folder_;
  std::vector<std::string> common_;
};

// All three end as one that nothing happened to, which is run once.
TEST_F(TrainingFault, KilledInterruptedOrOutOfDiskItEndsAsIfNothingHappened) {
  ASSERT_EQ(run_to_the_end("whole", false), 0) << read_file(folder_ / "output");
  {
    SCOPED_TRACE("killed at random times");
    kill_at_random_times("killed");
    ASSERT_EQ(run_to_the_end("killed", true), 0) << read_file(folder_ / "output");
    expect_same_run("whole", "killed");
    for (const auto& entry : fs::directory_iterator(folder_ / "killed")) {
      EXPECT_EQ(entry.path().string().find(".partial."), std::string::npos) << entry.path();
    }
  }
  {
    SCOPED_TRACE("interrupted");
    Child child(arguments("stopped", false), folder_ / "output");
    wait_for_checkpoint(child, "stopped");
    child.signal(SIGINT);
    EXPECT_EQ(child.wait(), 130);
    EXPECT_EQ(last_words(), "rnem: interrupted");
    EXPECT_THAT(read_file(folder_ / "output"), HasSubstr("--resume goes on from there"));
    ASSERT_EQ(run_to_the_end("stopped", true), 0);
    expect_same_run("whole", "stopped");
  }
  {
    // the pictures for TensorBoard take 150 kB by the end: the limit hits somewhere on the way
    SCOPED_TRACE("out of disk");
    EXPECT_EQ(Child(arguments("full", false), folder_ / "output", kLaterLimit).wait(), 1);
    EXPECT_THAT(last_words(), HasSubstr("cannot write: File too large"));
    ASSERT_EQ(run_to_the_end("full", true), 0);
    expect_same_run("whole", "full");
  }
}

TEST_F(TrainingFault, ADiskThatCannotHoldACheckpointIsOneClearLine) {
  EXPECT_EQ(Child(arguments("full", false), folder_ / "output", kFirstLimit).wait(), 1);
  EXPECT_THAT(last_words(), HasSubstr("state-0.safetensors: cannot write: File too large"));
}

TEST_F(TrainingFault, AFolderThatCannotBeMadeIsOneClearLine) {
  write_file(folder_ / "file", "in the way");
  EXPECT_EQ(run_to_the_end("file/run", false), 2);
  EXPECT_THAT(last_words(), HasSubstr("cannot make this folder"));
}

TEST_F(TrainingFault, TwoRunsDoNotShareAFolder) {
  auto endless = arguments("run", false);
  endless.insert(endless.end(), {"--set", "training.max_updates=1000000"});
  Child first(endless, folder_ / "first");
  wait_for_checkpoint(first, "run");
  EXPECT_EQ(run_to_the_end("run", true), 2);
  EXPECT_THAT(last_words(), HasSubstr("another process is training in this folder"));
}

}  // namespace
}  // namespace rnem
