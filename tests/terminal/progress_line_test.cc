#include "rnem/cli/terminal/progress_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rnem/cli/terminal/terminal.h"
#include "rnem/core/duration.h"
#include "rnem/core/task.h"

namespace rnem::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const Progress kTraining{"training",
                         "updates",
                         10000,
                         0,
                         2500,
                         "loss 123.4 = 100.0 + 23.4, ARI 0.998, |g| 12.3, 20.0 sequences/s",
                         Progress::Phase::kGoing};

TEST(ProgressLine, DurationsReadWell) {
  EXPECT_EQ(format_duration(4.24), "4.2 s");
  EXPECT_EQ(format_duration(187), "3 min 07 s");
  EXPECT_EQ(format_duration(3725), "1 h 02 min");
}

TEST(ProgressLine, LastLineTellsCountRateAndTime) {
  ::testing::internal::CaptureStderr();
  {
    Terminal terminal;
    Task task(terminal, "making", "sequences", 10);
    task.update(5);
    task.update(10);
    task.finish("1 MB");
  }
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(text, StartsWith("making 10/10 sequences, took "));
  EXPECT_THAT(text, HasSubstr("/s  1 MB"));
}

TEST(ProgressLine, FitsEveryWindow) {
  for (int width = 1; width < 250; ++width) {
    EXPECT_LT(progress_text(kTraining, 100, width).size(),
              static_cast<std::size_t>(width) + (width < 2))
        << width;
  }
}

TEST(ProgressLine, KeepsWhatMattersFirst) {
  const std::string narrow = progress_text(kTraining, 100, 48);
  EXPECT_EQ(narrow, "training 2500/10000 updates, 5 min 00 s left");
  const std::string usual = progress_text(kTraining, 100, 80);
  EXPECT_THAT(usual, HasSubstr("25/s  loss 123.4 = 100.0 + 23.4"));
  EXPECT_THAT(usual, Not(HasSubstr("|g|")));
  EXPECT_THAT(progress_text(kTraining, 100, 200), HasSubstr("[######"));
  EXPECT_THAT(progress_text(kTraining, 100, 200), HasSubstr("20.0 sequences/s"));
}

TEST(ProgressLine, OfAFileIsWhole) {
  EXPECT_THAT(progress_text(kTraining, 100, kNoWidth), HasSubstr("20.0 sequences/s"));
}

TEST(ProgressLine, OfAResumedRunHasTheRateOfThisOne) {
  Progress now = kTraining;
  now.first = 2000;
  EXPECT_THAT(progress_text(now, 100, kNoWidth), HasSubstr("5.00/s"));
}

}  // namespace
}  // namespace rnem::cli
