// A recording of a game trains and evaluates as it is.
#include <gtest/gtest.h>

#include <cmath>

#include "observers.h"
#include "places.h"
#include "process.h"
#include "rnem/evaluation/evaluate.h"
#include "rnem/training/trainer.h"
#include "runtimes.h"
#include "temporary_folder.h"

namespace rnem::training {
namespace {

using rnem::testing::run_process;
using rnem::testing::TemporaryFolder;

TEST(RecordedGame, TrainsAFewStepsAndIsEvaluated) {
  const TemporaryFolder folder;
  const auto made = run_process(
      {"/usr/bin/python3", rnem::testing::in_source("tests/dataset/record_imitation.py"),
       rnem::testing::in_source("python"), folder.path().string()},
      folder.path());
  ASSERT_EQ(made.code, 0) << made.err;
  const std::string data = (folder / "recorded.h5").string();
  const TrainConfig config = load_config(
      rnem::testing::in_source("configs/space-invaders-real.toml"),
      {"data.train=\"" + data + "\"", "training.batch=2", "training.curriculum=[\"0:4\"]",
       "training.max_updates=3", "training.valid_sequences=2", "training.valid_steps=4"});
  const RunSummary summary = Trainer(TrainRequest{config, folder / "run"},
                                     rnem::testing::fast_runtime(), rnem::testing::nobody())
                                 .run();
  EXPECT_EQ(summary.state.update, 3);
  EXPECT_EQ(summary.state.skipped, 0);

  const auto session =
      evaluation::open_session((folder / "run/last.safetensors").string(), data, "validation",
                               /*seed=*/1, rnem::testing::fast_runtime(), rnem::testing::nobody());
  evaluation::EvaluationSettings settings{.sequences = 2};
  settings.em.steps = 25;
  const auto result = evaluation::evaluate(session, settings);
  const double loss = evaluation::mean_of(result.by_step.at("total").last());
  EXPECT_TRUE(std::isfinite(loss));
  EXPECT_GT(loss, 0.0);
  EXPECT_TRUE(result.by_step.contains("ari")) << "the recorder tells what pixels belong to";
}

}  // namespace
}  // namespace rnem::training
