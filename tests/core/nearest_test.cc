#include "rnem/core/nearest.h"

#include <gtest/gtest.h>

namespace rnem {
namespace {

TEST(Nearest, FindsTheNameWithTheFewestEdits) {
  const std::vector<std::string> known = {"train", "trace", "data", "simulate"};
  EXPECT_EQ(nearest_name("trian", known), "train");
  EXPECT_EQ(nearest_name("simlate", known), "simulate");
  EXPECT_EQ(nearest_name("dta", known), "data");
  EXPECT_EQ(nearest_name("completely-different", known), "");
}

TEST(Nearest, SuggestionListsWhatIsKnownWhenNothingIsNear) {
  EXPECT_EQ(suggestion("zzzzzz", {"a1234567", "b1234567"}), " (known: a1234567, b1234567)");
  EXPECT_EQ(suggestion("x", {}), "");
}

}  // namespace
}  // namespace rnem
