// `rnem reproduce` on three ranks that share no folder: killed, refused, begun again.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "places.h"
#include "process.h"
#include "rnem/core/atomic_file.h"
#include "rnem/runtime/connection.h"
#include "temporary_folder.h"

namespace rnem::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using rnem::testing::Process;
using ::testing::HasSubstr;

using Words = std::vector<std::string>;
using Bits = std::map<std::string, std::string>;

constexpr auto kLongest = std::chrono::minutes(10);  // of any wait here; a busy machine is slow

// What was made, without the time that it took. In SVG cairo counts what it drew in the process.
Bits bits_of(const fs::path& folder) {
  Bits bits;
  for (const char* part : {"results", "figures"}) {
    for (const auto& entry : fs::directory_iterator(folder / part)) {
      if (entry.path().extension() == ".svg") continue;
      std::string bytes = read_file(entry.path());
      if (entry.path().extension() == ".json") {
        Json json = Json::parse(bytes);
        json.erase("seconds");
        bytes = json.dump();
      }
      bits[part + ("/" + entry.path().filename().string())] = bytes;
    }
  }
  return bits;
}

void expect_same(const Bits& made, const Bits& expected) {
  EXPECT_EQ(made.size(), expected.size());
  for (const auto& [name, bytes] : expected) {
    EXPECT_TRUE(made.contains(name) && made.at(name) == bytes) << name;
  }
}

class ReproduceRanks : public ::testing::Test {
 protected:
  ReproduceRanks() {
    write_file(folder_ / "token", "a token for this test\n");
    write_file(folder_ / "other-token", "a token of another job\n");
  }

  // our curtain goes on from our model of balls, and a figure reads a model, too
  static Words command(const std::string& out, const Words& more) {
    Words words = {rnem::testing::program(),
                   "reproduce",
                   "--scale",
                   "smoke",
                   "--seeds",
                   "1",
                   "--only",
                   "*curtain*",
                   "--out",
                   out};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  // what one process makes
  static const Bits& expected() {
    static const Bits bits = [] {
      const rnem::testing::TemporaryFolder alone;
      Words words = {"env", "OMP_NUM_THREADS=1"};
      const Words rest = command("out", {});
      words.insert(words.end(), rest.begin(), rest.end());
      const auto done = rnem::testing::run_process(words, alone.path());
      if (done.code != 0) throw std::runtime_error(done.err);
      return bits_of(alone / "out");
    }();
    return bits;
  }

  std::unique_ptr<Process> start(int rank, const Words& more = {},
                                 const std::string& token = "token") const {
    Words words = {"env",
                   "WORLD_SIZE=3",
                   "MASTER_ADDR=127.0.0.1",
                   fmt::format("MASTER_PORT={}", port_),
                   fmt::format("RANK={}", rank),
                   "RNEM_TOKEN_FILE=" + token,
                   "OMP_NUM_THREADS=1"};
    const Words rest = command(out(rank).string(), more);
    words.insert(words.end(), rest.begin(), rest.end());
    return std::make_unique<Process>(words, folder_.path());
  }

  fs::path out(int rank) const { return folder_ / fmt::format("out-{}", rank); }
  // where a rank does its parts
  fs::path desk(int rank) const { return out(rank) / "ranks" / std::to_string(rank); }

  template <class Condition>
  static void wait_until(const Condition& come) {
    const auto end = std::chrono::steady_clock::now() + kLongest;
    while (!come()) {
      ASSERT_LT(std::chrono::steady_clock::now(), end) << "nothing comes";
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  // The first run on a desk that has a checkpoint; empty: none yet.
  fs::path begun(int rank) const {
    std::error_code none;
    for (fs::recursive_directory_iterator it(desk(rank), none), end; it != end;
         it.increment(none)) {
      if (it->path().filename().string().starts_with("state-")) return it->path();
    }
    return {};
  }

  rnem::testing::TemporaryFolder folder_;
  const int port_ = runtime::free_port("127.0.0.1");
};

TEST_F(ReproduceRanks, OneIsKilledAndComesAgainAndTheResultsAreThoseOfOneProcess) {
  const auto first = start(0);
  auto second = start(1);
  const auto third = start(2);
  wait_until([&] { return !first->running() || (fs::exists(desk(1)) && !fs::is_empty(desk(1))); });
  second->send(SIGKILL);
  EXPECT_EQ(second->wait().code, 128 + SIGKILL);

  // it comes again, and strangers with it
  second = start(1);
  const auto with_another_token = start(1, {}, "other-token"),
             with_other_settings = start(1, {"--set", "test.sequences=5"});
  const auto other_token = with_another_token->wait(), other_settings = with_other_settings->wait();
  EXPECT_EQ(other_token.code, 2);
  EXPECT_THAT(other_token.err, HasSubstr("knows another token than rank 1"));
  EXPECT_EQ(other_settings.code, 2);
  EXPECT_THAT(other_settings.err, HasSubstr("rank 1 has other settings: [test] sequences = 5, rank "
                                            "0 has sequences = 4"));

  const auto done = first->wait();
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.err, HasSubstr("rank 1 is gone: its connection ended"));
  EXPECT_THAT(done.err, HasSubstr("turned away: rank 1 has other settings"));
  EXPECT_THAT(done.err, HasSubstr(" on rank 2; about "));
  EXPECT_EQ(second->wait().code, 0);
  EXPECT_EQ(third->wait().code, 0);
  expect_same(bits_of(out(0)), expected());
  EXPECT_FALSE(fs::exists(out(0) / "ranks"));
  EXPECT_TRUE(fs::exists(out(0) / "report.html"));
  EXPECT_FALSE(fs::exists(desk(2)));
}

// Trainings that would go on for ever on all ranks, until rank 0 is killed.
TEST_F(ReproduceRanks, RankZeroIsKilledAndTheSameCommandGoesOn) {
  const Words endless = {"--set", "training.sequences=4000000"};
  {
    const auto first = start(0, endless), second = start(1, endless), third = start(2, endless);
    wait_until([&] { return !first->running() || (!begun(1).empty() && !begun(2).empty()); });
    first->send(SIGKILL);
    first->wait();
    for (Process* other : {second.get(), third.get()}) {
      const auto ended = other->wait();
      EXPECT_EQ(ended.code, 75);
      EXPECT_THAT(ended.err, HasSubstr("of 3: rank 0 is gone: its connection ended"));
    }
  }
  const std::string part = begun(1).lexically_relative(desk(1)).begin()->string();
  const auto first = start(0), second = start(1), third = start(2);
  const auto done = first->wait();
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(second->wait().code, 0);
  EXPECT_EQ(third->wait().code, 0);
  expect_same(bits_of(out(0)), expected());
  EXPECT_THAT(read_file(out(0) / "logs" / (part + ".log")), HasSubstr("resumed at update"));
}

TEST_F(ReproduceRanks, InterruptedAllEndAndNothingIsLeftToDoTwice) {
  {
    const Words endless = {"--set", "training.sequences=4000000"};
    const auto first = start(0, endless), second = start(1, endless), third = start(2, endless);
    wait_until([&] { return !first->running() || !begun(1).empty(); });
    first->send(SIGINT);
    const auto stopped = first->wait();
    EXPECT_EQ(stopped.code, 130);
    EXPECT_THAT(stopped.err, HasSubstr("the same command goes on from here"));
    EXPECT_EQ(second->wait().code, 0);
    EXPECT_EQ(third->wait().code, 0);
  }
  // one that goes on alone: nobody has to come
  const auto alone = start(0)->wait();
  EXPECT_EQ(alone.code, 0) << alone.err;
  // and all of them, when nothing is left to do
  const auto first = start(0), second = start(1), third = start(2);
  const auto again = first->wait();
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.err, HasSubstr(" 0 to do now"));
  EXPECT_EQ(second->wait().code, 0);
  EXPECT_EQ(third->wait().code, 0);
}

}  // namespace
}  // namespace rnem::experiments
