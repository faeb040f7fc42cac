#include "rnem/core/progress.h"

#include <gtest/gtest.h>

namespace rnem {
namespace {

TEST(Progress, DurationsReadWell) {
  EXPECT_EQ(format_duration(4.24), "4.2 s");
  EXPECT_EQ(format_duration(187), "3 min 07 s");
  EXPECT_EQ(format_duration(3725), "1 h 02 min");
}

TEST(Progress, LastLineTellsCountRateAndTime) {
  ::testing::internal::CaptureStderr();
  {
    Progress progress("making", "sequences", 10);
    progress.update(5);
    progress.update(10);
    progress.finish("1 MB");
  }
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("making"), std::string::npos);
  EXPECT_NE(text.find("10/10 sequences"), std::string::npos);
  EXPECT_NE(text.find("/s, took"), std::string::npos);
  EXPECT_NE(text.find("1 MB"), std::string::npos);
}

}  // namespace
}  // namespace rnem
