// Disks that are full, slow, read-only or fail once: a clear line, what was there before intact,
// and the work done once there is room. Every n-th write, sync, rename and opening fails in turn
// with RNEM_DISK_FAULTS=all in the environment; the short form tries a few of each.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "fault/child.h"
#include "fault/kill_campaign.h"
#include "places.h"
#include "rnem/core/atomic_file.h"
#include "temporary_folder.h"
#include "training/tiny_toml.h"

namespace rnem {
namespace {

namespace fs = std::filesystem;
using rnem::testing::Bits;
using rnem::testing::Child;
using rnem::testing::files_of;
using rnem::testing::without_times;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

struct Fault {
  const char* call;  // as failing_disk.c names it
  int error;
  bool stays;  // all that follow fail as well
};
constexpr Fault kFaults[] = {{"write", ENOSPC, true},
                             {"write", EIO, false},
                             {"fsync", EIO, false},
                             {"rename", EIO, false},
                             {"open", ENOSPC, true}};

class Disk : public ::testing::Test {
 protected:
  Disk() {
    write_file(folder_ / "train.toml", rnem::testing::tiny_toml(folder_.path()));
    make_folder(disk_);
  }

  int run(const Words& command, Words environment = {}) {
    const fs::path build = fs::path(rnem::testing::program()).parent_path();
    environment.push_back("LD_PRELOAD=" + (build / "tests/libfailing_disk.so").string());
    environment.push_back("RNEM_DISK_BELOW=" + disk_.string());
    fs::remove(folder_ / "output");
    return Child(command, folder_ / "output", environment).wait();
  }
  std::string said() const { return read_file(folder_ / "output"); }
  std::string last_words() const {
    std::istringstream text(said());
    std::string line, last;
    while (std::getline(text, line)) last = line;
    return last;
  }

  // How many calls of a kind the command makes.
  long count(const Words& command, const std::string& call) {
    const std::string file = (folder_ / "counts").string();
    EXPECT_EQ(run(command, {"RNEM_DISK_COUNTS=" + file}), 0) << said();
    std::istringstream text(read_file(file));
    std::string name;
    for (long number = 0; text >> name >> number;) {
      if (name == call) return number;
    }
    return 0;
  }

  // Which of them are to fail.
  static std::vector<long> choice(long calls) {
    std::vector<long> chosen;
    const bool all = std::getenv("RNEM_DISK_FAULTS") != nullptr;
    const long step = all ? 1 : std::max(1L, calls / 2);
    for (long n = 1; n <= calls; n += step) chosen.push_back(n);
    return chosen;
  }

  // The command with every fault, each from the state that `before` makes; afterwards `then` looks.
  void with_every_fault(const std::function<Words()>& before,
                        const std::function<void(int code)>& then) {
    int faults = 0, told = 0;
    for (const Fault& fault : kFaults) {
      const long calls = count(before(), fault.call);
      for (const long n : choice(calls)) {
        const std::string rule = fmt::format("RNEM_DISK_FAIL={}:{}{}:{}", fault.call, n,
                                             fault.stays ? "+" : "", fault.error);
        SCOPED_TRACE(rule);
        const int code = run(before(), {rule});
        ++faults;
        ASSERT_THAT(code, AnyOf(0, 1, 2)) << said();
        if (code != 0) {
          ++told;
          // what was computed is printed after it
          EXPECT_THAT("\n" + said(), HasSubstr("\nrnem: "));
        }
        then(code);
        if (HasFatalFailure()) return;
      }
    }
    std::cout << faults << " faults, " << told << " of them told in one line\n";
    EXPECT_GT(told, 0);
  }

  rnem::testing::TemporaryFolder folder_;
  fs::path disk_ = folder_ / "disk";
};

TEST_F(Disk, FaultsOfATrainingAreToldAndItGoesOn) {
  const auto training = [&](bool resume) {
    Words words = {"train",
                   "--config",
                   (folder_ / "train.toml").string(),
                   "--out",
                   (disk_ / "run").string(),
                   "--set",
                   "training.max_updates=4",
                   "--set",
                   "training.checkpoint_every=1",
                   "--set",
                   "training.valid_every=2"};
    if (resume) words.push_back("--resume");
    return words;
  };
  const auto bits = [&] {
    Bits made = files_of(disk_ / "run", {"best.safetensors", "last.safetensors"});
    made["metrics"] = without_times(read_file(disk_ / "run/metrics.jsonl"));
    return made;
  };
  ASSERT_EQ(run(training(false)), 0) << said();
  const Bits expected = bits();
  with_every_fault(
      [&] {
        fs::remove_all(disk_ / "run");
        return training(false);
      },
      [&](int code) {
        if (code != 0) {
          ASSERT_EQ(run(training(fs::exists(disk_ / "run"))), 0) << said();
        }
        EXPECT_TRUE(bits() == expected);
      });
}

TEST_F(Disk, FaultsOfMakingDataKeepTheFileThatWasThere) {
  const fs::path file = disk_ / "data.h5";
  const auto make = [&](const std::string& seed) -> Words {
    return {"data",       "make",    (folder_ / "world.toml").string(),
            "--train",    "5",       "--valid",
            "0",          "--test",  "0",
            "--seed",     seed,      "--threads",
            "1",          "--force", "--out",
            file.string()};
  };
  ASSERT_EQ(run(make("2")), 0) << said();
  const std::string after = read_file(file);
  ASSERT_EQ(run(make("1")), 0) << said();
  const std::string before = read_file(file);
  with_every_fault(
      [&] {
        write_file(file, before);
        return make("2");
      },
      [&](int code) {
        // a folder that cannot be synced is told after the new file is in place
        EXPECT_TRUE(read_file(file) == after || (code != 0 && read_file(file) == before));
        for (const auto& entry : fs::directory_iterator(disk_)) {
          EXPECT_EQ(entry.path().filename(), "data.h5") << "nothing is left behind";
        }
      });
}

TEST_F(Disk, FaultsOfAReportKeepTheOneThatWasThere) {
  const fs::path model = folder_ / "model", report = disk_ / "eval.json";
  ASSERT_EQ(run({"train", "--config", (folder_ / "train.toml").string(), "--set",
                 "training.max_updates=1", "--out", model.string()}),
            0)
      << said();
  with_every_fault(
      [&]() -> Words {
        write_file(report, "as it was");
        return {"eval",         model.string(),
                "--data",       "live:" + (folder_ / "world.toml").string(),
                "--sequences",  "2",
                "--steps",      "3",
                "--force",      "--json",
                report.string()};
      },
      [&](int code) {
        if (code == 0) {
          EXPECT_THAT(read_file(report), HasSubstr("\"ari\""));
        } else {
          EXPECT_THAT(read_file(report), AnyOf("as it was", HasSubstr("\"ari\"")));
        }
      });
}

TEST_F(Disk, ASlowOneChangesNothing) {
  const auto make = [&](const std::string& name) -> Words {
    return {"data",
            "make",
            (folder_ / "world.toml").string(),
            "--train",
            "3",
            "--valid",
            "0",
            "--test",
            "0",
            "--threads",
            "1",
            "--out",
            (disk_ / name).string()};
  };
  ASSERT_EQ(run(make("quick.h5")), 0) << said();
  ASSERT_EQ(run(make("slow.h5"), {"RNEM_DISK_SLOW=2000"}), 0) << said();
  EXPECT_TRUE(read_file(disk_ / "quick.h5") == read_file(disk_ / "slow.h5"));
}

TEST_F(Disk, AClockThatIsSetBackChangesNothing) {
  const auto bits = [&](const std::string& name, const Words& environment) {
    const fs::path out = disk_ / name;
    EXPECT_EQ(run({"train", "--config", (folder_ / "train.toml").string(), "--out", out.string()},
                  environment),
              0)
        << said();
    Bits made = files_of(out, {"best.safetensors", "last.safetensors"});
    made["metrics"] = without_times(read_file(out / "metrics.jsonl"));
    return made;
  };
  EXPECT_TRUE(bits("steady", {}) == bits("back", {"RNEM_CLOCK_BACK=10"}));
}

// A folder that root may write to as well: another file system would be needed to keep root out.
TEST_F(Disk, AReadOnlyFolderIsOneClearLine) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  ::chmod(disk_.c_str(), 0555);
  EXPECT_NE(run({"data", "make", (folder_ / "world.toml").string(), "--train", "1", "--out",
                 (disk_ / "data.h5").string()}),
            0);
  EXPECT_THAT(last_words(), HasSubstr("Permission denied"));
  ::chmod(disk_.c_str(), 0755);
}

TEST_F(Disk, AReadOnlyFileSystemIsOneClearLine) {
  EXPECT_NE(run({"data", "make", (folder_ / "world.toml").string(), "--train", "1", "--out",
                 (disk_ / "data.h5").string()},
                {fmt::format("RNEM_DISK_FAIL=open:1+:{}", EROFS)}),
            0);
  EXPECT_THAT(last_words(), AllOf(HasSubstr("data.h5"), HasSubstr("Read-only file system")));
}

TEST_F(Disk, AFolderThatIsRemovedWhileTrainingIsOneClearLine) {
  const fs::path out = disk_ / "run";
  Child child({"train", "--config", (folder_ / "train.toml").string(), "--set",
               "training.max_updates=1000000", "--set", "training.checkpoint_every=5", "--out",
               out.string()},
              folder_ / "output");
  while (child.running() && !fs::exists(out / "metrics.jsonl")) ::usleep(2000);
  // a file that is made meanwhile makes it fail
  std::error_code again;
  while (fs::exists(out)) fs::remove_all(out, again);
  EXPECT_THAT(child.wait(), AnyOf(1, 2)) << said();
  EXPECT_THAT(last_words(), AllOf(StartsWith("rnem: "), HasSubstr(out.string())));
}

}  // namespace
}  // namespace rnem
