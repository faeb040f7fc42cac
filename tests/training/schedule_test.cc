#include "rnem/training/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace rnem::training {
namespace {

using ::testing::ElementsAre;
using ::testing::Key;

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

TEST(StepSchedule, GrowsAtTheNamedUpdates) {
  TrainConfig config;
  config.curriculum = {"0:12", "2000:20"};
  const StepSchedule windows = window_schedule(config, "test");
  EXPECT_EQ(windows.steps(0), 12);
  EXPECT_EQ(windows.steps(1999), 12);
  EXPECT_EQ(windows.steps(2000), 20);
  EXPECT_EQ(window_schedule(TrainConfig{}, "test").steps(5), TrainConfig{}.steps);
}

TEST(SimulatedSteps, AreDrawnUpToTheStagesNumberAndLeaveOneStepToObserve) {
  TrainConfig config;
  config.steps = 4;
  EXPECT_EQ(simulated_steps(config, 0), 0);
  config.simulate = {"0:0", "10:2", "200:9"};
  std::map<std::int64_t, int> early, late;
  for (std::int64_t update = 0; update < 10; ++update) {
    EXPECT_EQ(simulated_steps(config, update), 0);
  }
  for (std::int64_t update = 10; update < 200; ++update) ++early[simulated_steps(config, update)];
  for (std::int64_t update = 200; update < 400; ++update) ++late[simulated_steps(config, update)];
  EXPECT_THAT(early, ElementsAre(Key(0), Key(1), Key(2)));
  EXPECT_THAT(late, ElementsAre(Key(0), Key(1), Key(2), Key(3)));
  EXPECT_EQ(simulated_steps(config, 333), simulated_steps(config, 333));
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
