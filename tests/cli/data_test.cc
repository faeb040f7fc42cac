// `rnem data make` and `rnem data info`, run as a user runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "places.h"
#include "process.h"
#include "program.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

using rnem::testing::Process;
using rnem::testing::Run;
using rnem::testing::run_process;
using rnem::testing::run_program;
using rnem::testing::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// One line on stderr that begins with the program's name, exit code 2, nothing on stdout.
void expect_complaint(const Run& outcome, const std::string& part) {
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, StartsWith("rnem"));
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr(part));
}

TEST(DataMake, WritesTheSizesAskedFor) {
  const TemporaryFolder folder;
  const auto made = run_program(
      "data make balls4mass64 --out a.h5 --train 6 --valid 2 --test 1 --frames 7 --seed 3",
      folder.path());
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(made.out, "a.h5\n");
  EXPECT_THAT(made.err, HasSubstr("9/9 sequences"));
  EXPECT_THAT(folder.names(), ElementsAre("a.h5"));

  const auto told = run_program("data info a.h5 --json", folder.path());
  ASSERT_EQ(told.code, 0) << told.err;
  const auto json = nlohmann::json::parse(told.out);
  EXPECT_EQ(json["splits"]["training"]["sequences"], 6);
  EXPECT_EQ(json["splits"]["test"]["datasets"]["features"]["shape"],
            (std::vector<int>{7, 1, 64, 64, 1}));
  EXPECT_EQ(json["splits"]["training"]["datasets"]["features"]["type"], "uint8");
  EXPECT_EQ(json["splits"]["training"]["statistics"]["objects"], (std::vector<int>{4, 4}));
  EXPECT_GT(json["splits"]["training"]["statistics"]["on_pixels"], 300);
  EXPECT_EQ(json["made_from"]["seed"], 3);
  EXPECT_EQ(json["made_from"]["name"], "balls4mass64");

  const auto text = run_program("data info a.h5", folder.path());
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("training: 6 sequences"));
  EXPECT_THAT(text.out, HasSubstr("(7, 6, 64, 64, 1)"));
  EXPECT_THAT(text.out, HasSubstr("balls4mass64, seed 3"));
}

TEST(DataMake, TakesAWorldFromAFile) {
  const TemporaryFolder folder;
  write_file((folder / "small.toml").string(), "preset = \"balls4mass64\"\ncounts = [2]\n");
  const auto made = run_program(
      "data make small.toml --out a.h5 --train 2 --valid 0 --test 0 --frames 3", folder.path());
  ASSERT_EQ(made.code, 0) << made.err;
  const auto told = run_program("data info a.h5 --json", folder.path());
  const auto json = nlohmann::json::parse(told.out);
  EXPECT_EQ(json["max_objects"], 2);
  EXPECT_FALSE(json["splits"].contains("test"));
}

TEST(DataMake, BadInputIsOneLine) {
  const TemporaryFolder folder;
  expect_complaint(run_program("data make bals4mass64 --out a.h5", folder.path()), "balls4mass64");
  expect_complaint(run_program("data make none.toml --out a.h5", folder.path()), "none.toml");
  expect_complaint(run_program("data make balls4mass64", folder.path()), "--out");
  expect_complaint(run_program("data make balls4mass64 --out no/a.h5", folder.path()), "no/a.h5");
  expect_complaint(run_program("data make balls4mass64 --out a.h5 --train -1", folder.path()),
                   "--train");
  expect_complaint(run_program("data make balls4mass64 --out a.h5 --frames 0", folder.path()),
                   "--frames");
  EXPECT_THAT(folder.names(), IsEmpty());
  ASSERT_EQ(::mkfifo((folder / "pipe.h5").c_str(), 0600), 0);
  expect_complaint(run_program("data make balls4mass64 --out pipe.h5", folder.path()),
                   "pipe.h5: cannot write: it is there and no regular file");
}

TEST(DataMake, CtrlCLeavesNoFile) {
  const TemporaryFolder folder;
  Process make({rnem::testing::program(), "data", "make", "balls4mass64", "--out", "a.h5"},
               folder.path());
  // the partial file shows that the work has begun
  while (folder.names().empty() && make.running()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ASSERT_THAT(folder.names(), ElementsAre(StartsWith("a.h5.partial")));
  make.send(SIGINT);
  const auto outcome = make.wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_THAT(outcome.err, EndsWith("rnem: interrupted\n"));
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(DataMake, FullDiskIsAnErrorAndLeavesNoFile) {
  const TemporaryFolder folder;
  // a limit on the size of files stands in for the disk
  const auto outcome =
      run_process({"/bin/bash", "-c",
                   "trap '' XFSZ; ulimit -f 200; exec " + rnem::testing::program() +
                       " data make balls4mass64 --out a.h5 --train 200 --valid 0 --test 0"},
                  folder.path());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("a.h5"));
  EXPECT_THAT(outcome.err, HasSubstr("cannot write"));
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(DataInfo, TellsAboutLiveSources) {
  const TemporaryFolder folder;
  const auto told = run_program("data info live:balls678mass64 --sample 40 --json", folder.path());
  ASSERT_EQ(told.code, 0) << told.err;
  const auto json = nlohmann::json::parse(told.out);
  EXPECT_EQ(json["live"], true);
  EXPECT_EQ(json["splits"]["training"]["statistics"]["objects"], (std::vector<int>{6, 8}));
  const auto text = run_program("data info live:balls3curtain64 --sample 5", folder.path());
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("endless"));
}

TEST(DataInfo, BadInputIsOneLine) {
  const TemporaryFolder folder;
  expect_complaint(run_program("data info a.h5", folder.path()), "a.h5: no such data file");
  write_file((folder / "a.h5").string(), "text");
  expect_complaint(run_program("data info a.h5", folder.path()), "a.h5: not an HDF5 file");
  expect_complaint(run_program("data info live:nothing", folder.path()), "nothing");
}

}  // namespace
}  // namespace rnem
