#include "rnem/training/guard.h"

#include <gtest/gtest.h>

namespace rnem::training {
namespace {

TEST(Guard, SkipsThenReturnsThenGivesUp) {
  TrainConfig config;
  config.bad_updates = 3;
  config.max_returns = 1;
  RunState state;
  EXPECT_EQ(judge(true, config, state), Verdict::kApply);
  EXPECT_EQ(judge(false, config, state), Verdict::kSkip);
  EXPECT_EQ(judge(false, config, state), Verdict::kSkip);
  EXPECT_EQ(judge(false, config, state), Verdict::kReturn);
  EXPECT_EQ(state.skipped, 3);
  state.returns = 1;
  EXPECT_EQ(judge(false, config, state), Verdict::kGiveUp);
}

TEST(Guard, AGoodUpdateEndsTheRow) {
  TrainConfig config;
  config.bad_updates = 2;
  RunState state;
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(judge(false, config, state), Verdict::kSkip);
    EXPECT_EQ(judge(true, config, state), Verdict::kApply);
  }
  EXPECT_EQ(state.skipped, 5);
}

}  // namespace
}  // namespace rnem::training
