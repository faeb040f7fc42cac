// Published ball worlds must agree bit for bit with an independent NumPy simulation.
#include <gtest/gtest.h>

#include "places.h"
#include "process.h"
#include "program.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

class PublishedBalls : public ::testing::TestWithParam<const char*> {};

TEST_P(PublishedBalls, EveryFrameFollowsFromTheFirstAsInNumPy) {
  const rnem::testing::TemporaryFolder folder;
  const auto made =
      rnem::testing::run_program(std::string("data make ") + GetParam() +
                                     " --train 0 --valid 0 --test 20 --frames 51 --out d.h5",
                                 folder.path().string());
  ASSERT_EQ(made.code, 0) << made.err;
  const auto twin = rnem::testing::run_process(
      {"/usr/bin/python3", rnem::testing::in_source("tests/golden/recompute_balls.py"), "d.h5"},
      folder.path());
  EXPECT_EQ(twin.code, 0) << twin.out << twin.err;
}

INSTANTIATE_TEST_SUITE_P(Worlds, PublishedBalls,
                         ::testing::Values("balls4mass64", "balls678mass64", "balls3curtain64"));

}  // namespace
}  // namespace rnem
