// Files that commands write: never over others unasked, never under a name that says something
// else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"
#include "rnem/core/atomic_file.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Outputs : public ::testing::Test {
 protected:
  rnem::testing::Run run(const std::string& arguments) {
    return rnem::testing::run_program(arguments, folder_.path().string());
  }
  void expect_refused(const std::string& arguments, const std::string& part) {
    const auto refused = run(arguments);
    EXPECT_EQ(refused.code, 2) << arguments;
    EXPECT_THAT(refused.err, HasSubstr(part));
  }

  rnem::testing::TemporaryFolder folder_;
  const std::string on_balls_ = " balls4 --data live:balls4mass64 --steps 2 ";
};

TEST_F(Outputs, NothingIsOverwrittenUnlessForced) {
  for (const char* file : {"x.png", "x.h5", "x.gif", "x.json", "x.svg", "x.safetensors"}) {
    write_file(folder_ / file, "mine");
  }
  make_folder(folder_ / "films");
  write_file(folder_ / "films/mine", "mine");
  for (const std::string& command : std::vector<std::string>{
           "data make balls4mass64 -o x.h5", "data view live:shapes28 -o x.png",
           "data agent -o x.safetensors", "data info live:shapes28 --json x.json",
           "eval" + on_balls_ + "--json x.json",
           "simulate balls4 --data live:balls4mass64 -o films",
           "simulate balls4 --data live:balls4mass64 --json x.json",
           "probe" + on_balls_ + "--json x.json", "probe" + on_balls_ + "--plot x.svg",
           "trace" + on_balls_ + "-o x.h5", "plot sheet" + on_balls_ + "-o x.png",
           "plot animation" + on_balls_ + "-o x.gif", "plot curves run -o x.svg",
           "plot bars a.json -o x.svg", "plot simulation a.json -o x.svg",
           "bench ops --json x.json", "bench sweep -o x.svg", "demo -o films"}) {
    expect_refused(command, "is there already");
  }
  EXPECT_EQ(read_file(folder_ / "x.h5"), "mine");
  const auto forced = run("data view live:shapes28 --frames 2 -o x.png --force");
  EXPECT_EQ(forced.code, 0) << forced.err;
  EXPECT_NE(read_file(folder_ / "x.png"), "mine");
}

TEST_F(Outputs, TheExtensionDecidesOrIsRefusedBeforeTheWork) {
  expect_refused("plot animation" + on_balls_ + "-o b.mp4", "cannot write '.mp4', expected .gif");
  expect_refused("plot sheet" + on_balls_ + "-o b.gif", "expected .png, .svg, .pdf");
  expect_refused("data make balls4mass64 -o balls.png", "expected .h5");
  expect_refused("trace" + on_balls_ + "-o trace", "has no extension");
  expect_refused("eval" + on_balls_ + "--json e.csv", "expected .json");
  EXPECT_THAT(folder_.names(), IsEmpty());
}

TEST_F(Outputs, AFolderThatIsNotThereIsSaidNotToBe) {
  expect_refused("plot sheet" + on_balls_ + "-o no/x.png", "no does not exist");
  expect_refused("eval" + on_balls_ + "--json no/x.json", "no does not exist");
  expect_refused("plot curves no -o x.svg", "no: no such folder");
}

TEST_F(Outputs, JsonGoesToStdoutAloneWhenAsked) {
  const auto run_eval = run("eval" + on_balls_ + "--sequences 1 --json -");
  ASSERT_EQ(run_eval.code, 0) << run_eval.err;
  EXPECT_TRUE(nlohmann::json::parse(run_eval.out).contains("loss"));
  EXPECT_THAT(run_eval.err, HasSubstr("unit, better")) << "the table is still there to be read";
  const auto info = run("data info live:shapes28 --sample 1 --json -");
  EXPECT_TRUE(nlohmann::json::parse(info.out).contains("splits")) << info.err;
  const auto bare = run("data info live:shapes28 --sample 1 --json");
  EXPECT_EQ(bare.out, info.out);
  EXPECT_THAT(bare.err, HasSubstr("--json alone is now written --json -"));
}

}  // namespace
}  // namespace rnem
