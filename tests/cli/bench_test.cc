// `rnem bench`, run as a user runs it: that its reports are whole. How fast is not for tests.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>

#include "places.h"
#include "process.h"
#include "program.h"
#include "rnem/core/atomic_file.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

using nlohmann::json;
using rnem::testing::Process;
using rnem::testing::run_program;
using rnem::testing::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Runs `rnem bench <arguments> --json r.json` in the folder and reads the report.
json bench(const TemporaryFolder& folder, const std::string& arguments) {
  const auto run = run_program("bench " + arguments + " --json r.json --force", folder.path());
  EXPECT_EQ(run.code, 0) << run.err;
  return run.code == 0 ? json::parse(read_file(folder / "r.json")) : json();
}

void expect_positive(const json& report, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) {
    ASSERT_TRUE(report.contains(key)) << key;
    EXPECT_GT(report[key].get<double>(), 0) << key;
  }
}

void expect_em_report(const json& report, double passes) {
  expect_positive(report, {"threads", "loss", "component_steps_per_second", "multiply_adds",
                           "gflops", "product_gflops", "share", "peak_memory_gb"});
  EXPECT_EQ(report["batch"], 2);
  EXPECT_EQ(report["k"], 3);
  EXPECT_EQ(report["steps"], 2);
  ASSERT_EQ(report["seconds"].size(), 1U);
  EXPECT_DOUBLE_EQ(report["component_steps_per_second"],
                   2 * 3 * 2 / report["seconds"][0].get<double>());
  // K = 3: the 16.5 million of K = 5 less two of four pairs
  EXPECT_EQ(report["multiply_adds"], passes * (16532852 - 2 * (250 * 250 + 250 * 100 + 100)));
  EXPECT_DOUBLE_EQ(report["share"],
                   report["gflops"].get<double>() / report["product_gflops"].get<double>());
}

TEST(Bench, TrainReportIsWhole) {
  const TemporaryFolder folder;
  const json fast = bench(folder, "train --batch 2 --k 3 --steps 2 --repeats 1");
  expect_em_report(fast, 3);
  EXPECT_EQ(fast["kernels"], "fast");
  EXPECT_EQ(fast["operators"], "fast fp32");
  const json plain =
      bench(folder, "train --batch 2 --k 3 --steps 2 --repeats 1 --kernels reference --threads 1");
  expect_em_report(plain, 3);
  EXPECT_EQ(plain["threads"], 1);
  // the same two updates: only rounding differs
  EXPECT_NEAR(plain["loss"], fast["loss"], 1e-3 * fast["loss"].get<double>());
}

TEST(Bench, SaysWhichPrecisionItUsed) {
  const TemporaryFolder folder;
  const std::string command = "train --batch 1 --k 2 --steps 1 --repeats 1 --precision ";
  EXPECT_EQ(bench(folder, command + "bf16-emulated")["operators"], "fast bf16 (emulated)");
  // native, or fp32 that says why
  const json half = bench(folder, command + "bf16");
  EXPECT_THAT(half["operators"].get<std::string>(), HasSubstr("bf16"));
  EXPECT_EQ(half["product"], half["operators"] == "fast bf16" ? "bf16" : "fp32");
  const json automatic = bench(folder, command + "auto");
  EXPECT_EQ(automatic["operators"], "fast " + automatic["product"].get<std::string>());
}

TEST(Bench, InferReportHasFramesOfOneCore) {
  const TemporaryFolder folder;
  const json report = bench(folder, "infer --batch 2 --k 3 --steps 2 --repeats 1");
  expect_em_report(report, 1);
  expect_positive(report, {"one_core_frames_per_second"});
}

TEST(Bench, OpsComparesEveryOperatorWithTheReference) {
  const TemporaryFolder folder;
  const json report = bench(folder, "ops --batch 1 --k 2 --repeats 1");
  EXPECT_EQ(report["operators"].size(), 14U);
  for (const json& op : report["operators"]) {
    expect_positive(op, {"forward_ms", "backward_ms", "times_as_fast_as_reference"});
    EXPECT_LT(op["difference"], 1e-4) << op["name"];
    EXPECT_EQ(op["forward_gflops"].is_null(), op["forward_share"].is_null());
  }
  EXPECT_GT(report["operators"][0]["forward_share"], 0);
}

TEST(Bench, DataTellsHowManyTimesWhatTrainingTakes) {
  const TemporaryFolder folder;
  const json report = bench(folder, "data --batch 2 --k 2 --steps 2 --repeats 1 --sequences 4");
  expect_positive(report, {"training_sequences_per_second", "make_sequences_per_second"});
  ASSERT_EQ(report["sources"].size(), 3U);
  for (const json& source : report["sources"]) {
    EXPECT_DOUBLE_EQ(source["times_training"],
                     source["sequences_per_second"].get<double>() /
                         report["training_sequences_per_second"].get<double>());
  }
}

TEST(Bench, SweepMeasuresEveryPointAndDraws) {
  const TemporaryFolder folder;
  const json report =
      bench(folder,
            "sweep --batch 1 --k 2 --steps 1 --repeats 1 --over-batch 1,2 --over-steps 1,2 "
            "--over-k 2,3 --over-threads 1 --out s.svg");
  ASSERT_EQ(report["points"].size(), 7U);
  for (const json& point : report["points"]) {
    expect_positive(point, {"value", "component_steps_per_second"});
  }
  EXPECT_THAT(read_file(folder / "s.svg"), HasSubstr("<svg"));
}

TEST(Bench, BusyComparesWithTheFairShare) {
  const TemporaryFolder folder;
  const json report = bench(folder, "busy --batch 1 --k 2 --steps 1 --repeats 2");
  expect_positive(report, {"busy_processes", "fair_share"});
  EXPECT_TRUE(report["watched"].is_boolean());
  for (const char* waiting : {"default", "polite"}) {
    const json& times = report[waiting];
    ASSERT_EQ(times["quiet_seconds"].size(), 2U);
    ASSERT_EQ(times["busy_seconds"].size(), 2U);
    expect_positive(times, {"quiet", "busy"});
    EXPECT_DOUBLE_EQ(times["busy_of_fair"],
                     times["busy"].get<double>() /
                         (times["quiet"].get<double>() * report["fair_share"].get<double>()));
  }
}

std::vector<pid_t> children_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{0}/task/{0}/children", process));
  return {std::istream_iterator<pid_t>(file), {}};
}

// ended, or ended and not yet asked for by whoever inherited it
bool is_gone(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string number, name, state;
  return !(file >> number >> name >> state) || state == "Z" || state == "X";
}

// Waits for something that happens soon or, in a test that fails, never.
bool eventually(const std::function<bool()>& condition) {
  for (int i = 0; i < 6000 && !condition(); ++i) usleep(10'000);
  return condition();
}

TEST(Bench, StudioCountsWhatVisitorsGet) {
  const TemporaryFolder folder;
  const json report = bench(folder, "studio --visitors 2 --frames 3 --k 2");
  EXPECT_EQ(report["visitors"], 2);
  EXPECT_GT(report["frames_per_second"], 0);
  EXPECT_LE(report["slowest_frames_per_second"], report["frames_per_second"]);
  EXPECT_GT(report["bytes_per_frame"], 100);
}

TEST(Bench, BusyProcessesEndHoweverItEnds) {
  const TemporaryFolder folder;
  for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
    Process program({rnem::testing::program(), "bench", "busy", "--batch", "1", "--k", "2",
                     "--steps", "1", "--repeats", "1000"},
                    folder.path());
    std::vector<pid_t> children;
    ASSERT_TRUE(eventually([&] { return !(children = children_of(program.pid())).empty(); }));
    program.send(signal);
    EXPECT_EQ(program.wait().code, signal == SIGKILL ? 128 + SIGKILL : 130);
    for (const pid_t child : children) EXPECT_TRUE(eventually([&] { return is_gone(child); }));
  }
}

TEST(Bench, BadArgumentsAreOneLine) {
  const TemporaryFolder folder;
  for (const char* arguments :
       {"train --batch 0", "train --k 1", "infer --kernels slow", "infer --precision half",
        "train --precision bf16 --kernels reference", "ops --only nothing --batch 1",
        "data --steps 51", "sweep --over-k 2,x", "walk"}) {
    const auto run = run_program(std::string("bench ") + arguments, folder.path());
    EXPECT_EQ(run.code, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_THAT(run.err, StartsWith("rnem")) << arguments;
    EXPECT_EQ(run.err.find('\n'), run.err.size() - 1) << run.err;
  }
}

// It checks its own number of parameters and loss of the trivial solution.
TEST(Bench, PeerIsTheSameModel) {
  if (std::system("/usr/bin/python3 -c 'import torch' 2>/dev/null") != 0) {
    GTEST_SKIP() << "python3-torch is not installed";
  }
  const TemporaryFolder folder;
  const std::string command = rnem::testing::in_source("bench/peer.py") +
                              " train --batch 1 --k 2 --steps 1 > " + (folder / "p.json").string();
  ASSERT_EQ(std::system(command.c_str()), 0);
  const json report = json::parse(read_file(folder / "p.json"));
  EXPECT_EQ(report["parameters"], 4951978);
  expect_positive(report, {"loss", "component_steps_per_second", "product_gflops"});
}

}  // namespace
}  // namespace rnem
