// What a training tells whom it was given to tell, and whether it stops when that asks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "observers.h"
#include "rnem/core/error.h"
#include "rnem/machine/instruction_set.h"
#include "rnem/training/trainer.h"
#include "temporary_folder.h"
#include "training/tiny_run.h"

namespace rnem::training {
namespace {

using rnem::testing::metrics;
using rnem::testing::nobody;
using rnem::testing::RecordingObserver;
using rnem::testing::TemporaryFolder;
using rnem::testing::tiny_config;
using ::testing::HasSubstr;

TEST(TrainerObserver, SaysInWhichPrecisionItComputes) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  const auto said = [&](const std::string& precision) {
    config.precision = precision;
    const Runtime runtime(runtime_settings(config));
    RecordingObserver observer;
    const Trainer trainer({config, folder / precision, false, "test"}, runtime, observer);
    return observer.all_notes();
  };
  EXPECT_THAT(said("fp32"), HasSubstr("fast fp32 kernels"));
  EXPECT_THAT(said("bf16-emulated"), HasSubstr("fast bf16 (emulated) kernels"));
  EXPECT_THAT(said("bf16"), HasSubstr(machine::has_native_bf16()
                                          ? "fast bf16 kernels"
                                          : "fast fp32 (no bf16 in this processor) kernels"));
}

TEST(TrainerObserver, TellsItsObserverOfEveryUpdateValidationAndCheckpoint) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.max_updates = 4, config.log_every = 2, config.valid_every = 2;
  const Runtime runtime(runtime_settings(config));
  RecordingObserver observer;
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  Trainer({config, folder / "run", false, "test"}, runtime, observer).run();
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "") << "the library writes nothing";
  ASSERT_EQ(observer.updates.size(), 4U);
  EXPECT_EQ(observer.updates[2].update, 3);
  EXPECT_TRUE(std::isfinite(observer.updates[2].loss));
  EXPECT_TRUE(std::isfinite(observer.updates[3].ari)) << "an update that is logged";
  ASSERT_EQ(observer.validations.size(), 2U);
  EXPECT_EQ(observer.validations[0].update, 2);
  EXPECT_TRUE(observer.validations[0].best);
  ASSERT_FALSE(observer.checkpoints.empty());
  EXPECT_EQ(observer.checkpoints.back().update, 4);
  EXPECT_EQ(observer.progresses.back().phase, Progress::Phase::kDone);
  EXPECT_EQ(observer.progresses.back().done, 4);
}

TEST(TrainerObserver, StopsWhenItsObserverAsksAndGoesOnAsIfNothingHadBeen) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.max_updates = 4;
  const Runtime runtime(runtime_settings(config));
  Trainer({config, folder / "whole", false, "test"}, runtime, nobody()).run();
  RecordingObserver observer;
  observer.stop = [&] { return observer.updates.size() >= 2; };
  const TrainRequest request{config, folder / "stopped", false, "test"};
  EXPECT_THROW(Trainer(request, runtime, observer).run(), Interrupted);
  EXPECT_EQ(observer.checkpoints.back().update, 2);
  EXPECT_THAT(observer.all_notes(), HasSubstr("saved at update 2"));
  Trainer({config, folder / "stopped", /*resume=*/true, "test"}, runtime, nobody()).run();
  EXPECT_EQ(metrics(folder / "stopped"), metrics(folder / "whole"));
}

}  // namespace
}  // namespace rnem::training
