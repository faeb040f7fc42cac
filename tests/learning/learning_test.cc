// Does training learn? Each test has a control, the untrained model, that must fail it.
//
// The numbers were chosen from runs of these very settings (in the comments) with room for another
// processor's rounding.
#include <gtest/gtest.h>

#include "observers.h"
#include "places.h"
#include "rnem/core/options.h"
#include "rnem/evaluation/evaluate.h"
#include "rnem/training/train_config.h"
#include "rnem/training/trainer.h"
#include "runtimes.h"
#include "temporary_folder.h"

namespace rnem {
namespace {

struct Score {
  double loss = 0, ari = 0;
};

class Learning : public ::testing::Test {
 protected:
  // A shipped config with changes on top.
  void use(const std::string& config, const std::vector<std::string>& changes) {
    const auto table = training::options(config_);
    read_toml_file(rnem::testing::in_source("configs/" + config), table);
    for (const auto& change : changes) set_option(change, table);
    for (const char* quiet : {"training.valid_every=100000", "training.valid_sequences=16",
                              "training.checkpoint_minutes=60.0"}) {
      set_option(quiet, table);
    }
    training::check(config_, config);
  }

  Score untrained() {
    const auto path = folder_ / "fresh.safetensors";
    model::save_model(path, *model::Model::create(config_, 1), {});
    return score(path);
  }

  Score trained() {
    const Runtime runtime(training::runtime_settings(config_));
    training::Trainer(training::TrainRequest{config_, folder_ / "run"}, runtime,
                      rnem::testing::nobody())
        .run();
    return score(folder_ / "run" / "last.safetensors");
  }

 private:
  Score score(const std::filesystem::path& path) const {
    const auto session =
        evaluation::open_session(path.string(), config_.data_train, "test", /*seed=*/5,
                                 rnem::testing::fast_runtime(), rnem::testing::nobody());
    evaluation::EvaluationSettings settings{.sequences = 48};
    settings.em.steps = config_.valid_steps;
    const auto result = evaluation::evaluate(session, settings);
    return {evaluation::mean_of(result.by_step.at("total").last()),
            evaluation::mean_of(result.by_step.at("ari").last())};
  }

  rnem::testing::TemporaryFolder folder_;
  training::TrainConfig config_;
};

TEST_F(Learning, NemGroupsStaticShapes) {
  use("paper/shapes-nem.toml", {"training.batch=32", "training.max_updates=200"});
  const Score before = untrained(), after = trained();
  EXPECT_LT(after.loss, 0.9 * before.loss);
  EXPECT_LT(before.ari, 0.15) << "the control passes: the test shows nothing";
  EXPECT_GT(after.ari, 0.25);
}

TEST_F(Learning, RnnEmGroupsFlyingShapes) {
  use("paper/flying3-rnnem.toml", {"training.batch=16", "training.steps=10",
                                   "training.random_offset=true", "training.max_updates=120"});
  const Score before = untrained(), after = trained();
  EXPECT_LT(before.ari, 0.2) << "the control passes: the test shows nothing";
  EXPECT_GT(after.ari, 0.45);
}

// The trivial solution, every component the same blur, has a loss of about 2007 on four balls.
TEST_F(Learning, RnemFindsTheBalls) {
  use("balls4-rnem.toml", {"training.max_updates=100"});
  const Score before = untrained(), after = trained();
  EXPECT_GT(before.loss, 1900) << "the control passes: the test shows nothing";
  EXPECT_LT(after.loss, 1000);
  EXPECT_LT(before.ari, 0.2) << "the control passes: the test shows nothing";
  EXPECT_GT(after.ari, 0.8);
}

}  // namespace
}  // namespace rnem
