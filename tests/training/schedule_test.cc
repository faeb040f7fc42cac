#include "rnem/training/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rnem::training {
namespace {

using ::testing::ElementsAre;

TEST(LearningRate, WarmsUpLinearly) {
  TrainConfig config;
  config.rate = 0.4;
  config.warmup = 4;
  EXPECT_DOUBLE_EQ(learning_rate(config, 0), 0.1);
  EXPECT_DOUBLE_EQ(learning_rate(config, 3), 0.4);
  EXPECT_DOUBLE_EQ(learning_rate(config, 100), 0.4);
}

TEST(LearningRate, CosineFallsFromTheRateToItsFactor) {
  TrainConfig config;
  config.rate = 2.0;
  config.schedule = "cosine";
  config.max_updates = 100;
  config.schedule_factor = 0.1;
  EXPECT_DOUBLE_EQ(learning_rate(config, 0), 2.0);
  EXPECT_DOUBLE_EQ(learning_rate(config, 50), 2.0 * 0.55);
  EXPECT_DOUBLE_EQ(learning_rate(config, 100), 0.2);
  EXPECT_DOUBLE_EQ(learning_rate(config, 1000), 0.2);
  config.schedule_updates = 10;
  EXPECT_DOUBLE_EQ(learning_rate(config, 10), 0.2);
}

TEST(LearningRate, StepsMultiply) {
  TrainConfig config;
  config.rate = 1.0;
  config.schedule = "step";
  config.schedule_updates = 10;
  config.schedule_factor = 0.5;
  EXPECT_DOUBLE_EQ(learning_rate(config, 9), 1.0);
  EXPECT_DOUBLE_EQ(learning_rate(config, 10), 0.5);
  EXPECT_DOUBLE_EQ(learning_rate(config, 25), 0.25);
}

TEST(WindowSchedule, GrowsAtTheNamedUpdates) {
  TrainConfig config;
  config.curriculum = {"0:12", "2000:20"};
  const WindowSchedule windows(config, "test");
  EXPECT_EQ(windows.steps(0), 12);
  EXPECT_EQ(windows.steps(1999), 12);
  EXPECT_EQ(windows.steps(2000), 20);
  EXPECT_EQ(WindowSchedule(TrainConfig{}, "test").steps(5), TrainConfig{}.steps);
}

TEST(LossWeights, AreSharedByTheChosenSteps) {
  EXPECT_THAT(loss_weights("all", 4, "test"), ElementsAre(0.25, 0.25, 0.25, 0.25));
  EXPECT_THAT(loss_weights("last", 3, "test"), ElementsAre(0, 0, 1));
  EXPECT_THAT(loss_weights("1, 3", 4, "test"), ElementsAre(0.5, 0, 0.5, 0));
  // steps beyond a short window of the curriculum do not count
  EXPECT_THAT(loss_weights("2,9", 3, "test"), ElementsAre(0, 1, 0));
}

}  // namespace
}  // namespace rnem::training
