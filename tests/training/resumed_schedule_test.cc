#include "rnem/training/resumed_schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "observers.h"
#include "rnem/training/fitted_config.h"
#include "rnem/training/schedule.h"
#include "rnem/training/trainer.h"
#include "temporary_folder.h"
#include "training/tiny_run.h"

namespace rnem::training {
namespace {

using rnem::testing::error_of;
using rnem::testing::nobody;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Resumed {
  TrainConfig config;
  std::vector<std::string> notes;
};

Resumed resumed(const TrainConfig& before, std::int64_t updates) {
  Resumed result{before, {}};
  result.config.max_updates = updates;
  keep_cosine(before, result.config, "run",
              [&](const std::string& line) { result.notes.push_back(line); });
  return result;
}

TrainConfig cosine(std::int64_t updates, double factor) {
  TrainConfig config;
  config.schedule = "cosine";
  config.max_updates = updates;
  config.schedule_updates = 0;
  config.schedule_factor = factor;
  config.rate = 0.5;
  config.warmup = 0;
  return config;
}

TEST(ResumedSchedule, ALongerRunKeepsItsRatesAndStaysAtTheLast) {
  const TrainConfig before = cosine(100, 0.1);
  const Resumed after = resumed(before, 200);
  EXPECT_THAT(after.notes,
              ElementsAre("run: the rate falls over 100 updates, as the run began, and "
                          "stays at 0.05 after them"));
  for (const std::int64_t update : {0, 50, 99}) {
    EXPECT_EQ(learning_rate(after.config, update), learning_rate(before, update));
  }
  EXPECT_DOUBLE_EQ(learning_rate(after.config, 150), 0.05);
  EXPECT_EQ(changed_key(before, after.config), "") << "it may go on";
}

TEST(ResumedSchedule, AShorterRunKeepsItsRates) {
  EXPECT_THAT(resumed(cosine(100, 0.0), 40).notes,
              ElementsAre("run: the rate falls over 100 updates, as the run began"));
}

TEST(ResumedSchedule, ARateOfZeroIsRefusedAndSaysHow) {
  EXPECT_THAT(error_of([] { resumed(cosine(100, 0.0), 200); }),
              AllOf(HasSubstr("falls to 0 over 100 updates"),
                    HasSubstr("--set training.init=run/last.safetensors")));
}

TEST(ResumedSchedule, OtherSchedulesAreLeftAlone) {
  TrainConfig constant = cosine(100, 0.0);
  constant.schedule = "constant";
  EXPECT_THAT(resumed(constant, 200).notes, IsEmpty());
  EXPECT_THAT(resumed(cosine(100, 0.1), 100).notes, IsEmpty());
}

TEST(ResumedSchedule, ARunGoesOnUnderItsCosine) {
  const rnem::testing::TemporaryFolder folder;
  TrainConfig config = rnem::testing::tiny_config(folder.path());
  config.schedule = "cosine";
  config.schedule_updates = 0;
  config.schedule_factor = 0.5;
  config.max_updates = 2;
  const Runtime runtime(runtime_settings(config));
  Trainer({config, folder / "run", false, "test"}, runtime, nobody()).run();
  const TrainConfig longer =
      run_config({"", folder / "run", {"training.max_updates=3"}, true}, [](const auto&) {});
  const auto summary = Trainer({longer, folder / "run", true, "test"}, runtime, nobody()).run();
  EXPECT_EQ(summary.state.update, 3);
}

TEST(ResumedSchedule, StepsThatACurriculumReplacesAreNamed) {
  std::vector<std::string> notes;
  const auto hear = [&](const std::string& line) { notes.push_back(line); };
  run_config({"", "run", {"training.steps=5"}, false}, hear);
  EXPECT_THAT(notes, ElementsAre(AllOf(HasSubstr("training.steps = 5 has no effect"),
                                       HasSubstr("'training.curriculum=[]'"))));
  notes.clear();
  run_config({"", "run", {"training.steps=5", "training.curriculum=[]"}, false}, hear);
  EXPECT_THAT(notes, IsEmpty());
}

}  // namespace
}  // namespace rnem::training
