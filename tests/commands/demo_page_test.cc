// What the demo says about its scenes.
#include "rnem/cli/demo_page.h"

#include <gmock/gmock.h>

#include <cmath>

namespace rnem::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

TEST(DemoTable, HasADashWhereTheDataKnowsNoPlaces) {
  const DemoScene balls{.title = "balls", .soon_error = 0.7, .soon_limit = 0.4, .all_alive = 0.99};
  const double unknown = std::nan("");
  const DemoScene game{.title = "game",
                       .soon_error = unknown,
                       .soon_limit = unknown,
                       .later_error = unknown,
                       .later_limit = unknown,
                       .all_alive = unknown};
  const std::string table = demo_table({balls, game});
  EXPECT_THAT(table, HasSubstr("0.7 (0.4)"));
  EXPECT_THAT(table, HasSubstr("99 %\n"));
  EXPECT_THAT(table, EndsWith(" -\n"));
  EXPECT_EQ(table.find("nan"), table.npos);
}

TEST(DemoTable, HasADashForTheCrossEntropyOfColours) {
  const double unknown = std::nan("");
  const std::string table =
      demo_table({{.title = "colour", .ari = 1.0, .bce = unknown, .copy_bce = unknown}});
  EXPECT_THAT(table, HasSubstr("1.000         -         -"));
}

}  // namespace
}  // namespace rnem::cli
