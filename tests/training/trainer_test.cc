#include "rnem/training/trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "observers.h"
#include "rnem/core/error.h"
#include "rnem/model/model_file.h"
#include "rnem/training/checkpoint.h"
#include "temporary_folder.h"
#include "training/tiny_run.h"

namespace rnem::training {
namespace {

namespace fs = std::filesystem;
using rnem::testing::metrics;
using rnem::testing::nobody;
using rnem::testing::TemporaryFolder;
using rnem::testing::tiny_config;
using ::testing::HasSubstr;

RunSummary run(const TrainConfig& config, const fs::path& out, bool resume = false,
               TrainHooks hooks = {}) {
  const Runtime runtime(runtime_settings(config));
  return Trainer({config, out, resume, "test"}, runtime, nobody(), std::move(hooks)).run();
}

void expect_same_tensors(const fs::path& a, const fs::path& b) {
  const Checkpoint first = load_checkpoint(a), second = load_checkpoint(b);
  ASSERT_EQ(first.tensors.size(), second.tensors.size());
  for (std::size_t i = 0; i < first.tensors.size(); ++i) {
    EXPECT_EQ(first.tensors[i].first, second.tensors[i].first);
    EXPECT_TRUE(torch::equal(first.tensors[i].second, second.tensors[i].second))
        << first.tensors[i].first;
  }
}

void expect_same_run(const fs::path& a, const fs::path& b) {
  expect_same_tensors(a / "state-12.safetensors", b / "state-12.safetensors");
  for (const char* name : {"best", "best-ari", "best-rollout", "last"}) {
    const std::string file = std::string(name) + ".safetensors";
    ASSERT_EQ(fs::exists(a / file), fs::exists(b / file)) << file;
    if (!fs::exists(a / file)) continue;  // a roll-out is not always asked for
    EXPECT_TRUE(read_file(a / file) == read_file(b / file)) << file;
  }
  EXPECT_EQ(metrics(a), metrics(b));
}

// Everything that can be in a checkpoint is in use.
TrainConfig rich_config(const fs::path& folder) {
  TrainConfig config = tiny_config(folder);
  config.ema = 0.9;
  config.clip = 50;
  config.schedule = "cosine";
  config.schedule_updates = 12;
  config.warmup = 3;
  config.curriculum = {"0:2", "5:3"};
  config.simulate = {"0:0", "4:2"};
  config.valid_rollout = 1;
  config.log_every = 5;  // not in step with checkpoints: the sums are part of the state
  return config;
}

// The run's process ends without a word before update `stop`.
void run_until_killed(const TrainConfig& config, const fs::path& out, std::int64_t stop) {
  struct Killed {};
  const auto kill = [stop](const RunState& state) -> bool {
    if (state.update == stop) throw Killed();
    return false;
  };
  EXPECT_THROW(run(config, out, false, {kill}), Killed);
}

TEST(Trainer, ResumedRunIsTheUninterruptedOneBitForBit) {
  const TemporaryFolder folder;
  const TrainConfig config = rich_config(folder.path());
  run(config, folder / "whole");
  for (const int stop : {3, 7, 8}) {
    const fs::path out = folder / ("stopped" + std::to_string(stop));
    run_until_killed(config, out, stop);
    EXPECT_EQ(run(config, out, true).state.update, 12);
    expect_same_run(folder / "whole", out);
  }
}

TEST(Trainer, StartsFromTheWeightsOfAModelFile) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  run(config, folder / "first");
  config.init = (folder / "first" / "last.safetensors").string();
  config.rate = 0;
  config.max_updates = 1;
  config.seed = 99;
  run(config, folder / "second");
  const auto first = model::load_model(config.init);
  const auto second = model::load_model(folder / "second" / "last.safetensors");
  const auto& expected = first.model->parameters().all();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_TRUE(torch::equal(expected[i].second, second.model->parameters().all()[i].second))
        << expected[i].first;
  }
  config.model.hidden += 1;
  try {
    run(config, folder / "third");
    FAIL() << "weights of another shape were taken";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(config.init));
  }
}

// The new weights start at 0: the wider model computes what the paper's does, then learns more.
TEST(Trainer, StartsAModelThatEncodesMoreFromOneThatDoesNot) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  const auto loss_of_first_update = [&](const std::string& out) {
    run(config, folder / out);
    return nlohmann::json::parse(metrics(folder / out).front()).at("loss").get<double>();
  };
  run(config, folder / "first");
  config.init = (folder / "first" / "last.safetensors").string();
  config.max_updates = config.log_every = 1;
  const double narrow = loss_of_first_update("narrow");
  for (const auto* channel : {"psi", "evidence"}) {
    config.model.encoder_input.emplace_back(channel);
    const int channels = static_cast<int>(config.model.encoder_input.size());
    EXPECT_NEAR(loss_of_first_update(channel), narrow, 1e-4 * narrow);
    const auto wide = model::load_model(folder / channel / "last.safetensors");
    const torch::Tensor kernel = wide.model->parameters().all().front().second;
    ASSERT_EQ(kernel.size(1), channels);
    for (int c = 1; c < channels; ++c) {
      EXPECT_GT(kernel.select(1, c).abs().max().item<double>(), 0.0);
    }
  }
}

TEST(Trainer, ResumesBitForBitOnTwoThreads) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.threads = 2;
  config.batch = 8;
  run(config, folder / "whole");
  run_until_killed(config, folder / "parts", 8);
  run(config, folder / "parts", true);
  expect_same_run(folder / "whole", folder / "parts");
}

TEST(Trainer, EveryOptimizerResumesBitForBit) {
  const TemporaryFolder folder;
  for (const std::string kind : {"adam", "muon", "sgd", "rmsprop"}) {
    TrainConfig config = tiny_config(folder.path());
    config.optimizer = kind;
    config.rate = 1e-4;
    run(config, folder / (kind + "-whole"));
    run_until_killed(config, folder / (kind + "-parts"), 8);
    run(config, folder / (kind + "-parts"), true);
    expect_same_run(folder / (kind + "-whole"), folder / (kind + "-parts"));
  }
}

TEST(Trainer, AnotherSeedIsAnotherRun) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.max_updates = 2;
  run(config, folder / "a");
  config.seed = 4;
  run(config, folder / "b");
  EXPECT_NE(metrics(folder / "a"), metrics(folder / "b"));
}

TEST(Trainer, LearnsTheTinyWorld) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.max_updates = 60;
  config.valid_every = 20;
  const RunState state = run(config, folder / "run").state;
  EXPECT_LT(state.validations.back().loss, 0.8 * state.validations.front().loss);
}

TEST(Trainer, FolderHoldsTheWholeRun) {
  const TemporaryFolder folder;
  run(tiny_config(folder.path()), folder / "run");
  const auto loaded = model::load_model(folder / "run/best.safetensors");
  EXPECT_EQ(loaded.model->config().hidden, 12);
  EXPECT_THAT(loaded.metadata.at("history"), HasSubstr("\"loss\""));
  EXPECT_THAT(loaded.metadata.at("training"), HasSubstr("max_updates = 12"));
  const auto json = nlohmann::json::parse(read_file(folder / "run/run.json"));
  EXPECT_EQ(json.at("seed"), 3);
  EXPECT_FALSE(json.at("sessions").at(0).at("machine").at("processor").empty());
  EXPECT_TRUE(fs::exists(folder / "run/samples/update-0000004.png"));
  EXPECT_EQ(to_toml(load_config(folder / "run/config.toml", {})),
            to_toml(tiny_config(folder.path())));
}

TEST(Trainer, DamagedCheckpointFallsBackAndEndsTheSame) {
  const TemporaryFolder folder;
  const TrainConfig config = tiny_config(folder.path());
  run(config, folder / "whole");
  run_until_killed(config, folder / "damaged", 8);
  const fs::path newest = folder / "damaged/state-6.safetensors";
  std::string bytes = read_file(newest);
  bytes[bytes.size() - 10] ^= 1;
  write_file(newest, bytes);
  run(config, folder / "damaged", true);
  expect_same_run(folder / "whole", folder / "damaged");
}

TEST(Trainer, ASkippedUpdateLeavesTheRunGoing) {
  const TemporaryFolder folder;
  const auto spoil = [](const RunState& state) { return state.update == 4; };
  const RunState state = run(tiny_config(folder.path()), folder / "run", false, {spoil}).state;
  EXPECT_EQ(state.skipped, 1);
  EXPECT_EQ(state.applied, 11);
  EXPECT_EQ(state.returns, 0);
  EXPECT_TRUE(std::isfinite(state.validations.back().loss));
}

TEST(Trainer, GoesBackWithHalfTheRateAndRecovers) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.bad_updates = 3;
  // bad until the rate is a quarter
  const auto spoil = [](const RunState& state) {
    return state.update >= 7 && state.rate_factor > 0.3;
  };
  const RunState state = run(config, folder / "run", false, {spoil}).state;
  EXPECT_EQ(state.returns, 2);
  EXPECT_EQ(state.rate_factor, 0.25);
  EXPECT_EQ(state.update, 12);
  EXPECT_EQ(state.skipped, 6);
  // the log tells of it, and of no update twice
  std::vector<std::int64_t> updates;
  int returns = 0;
  for (const auto& line : metrics(folder / "run")) {
    const auto json = nlohmann::json::parse(line);
    if (json.at("kind") == "train") updates.push_back(json.at("update"));
    if (json.at("kind") == "return") ++returns;
  }
  EXPECT_EQ(updates, (std::vector<std::int64_t>{2, 4, 6, 8, 10, 12}));
  EXPECT_EQ(returns, 2);
}

TEST(Trainer, GivesUpCleanlyAfterTooManyReturns) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.bad_updates = 2;
  config.max_returns = 2;
  const auto spoil = [](const RunState& state) { return state.update >= 4; };
  try {
    run(config, folder / "run", false, {spoil});
    FAIL() << "a run without finite updates ended well";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("training diverges"));
    EXPECT_THAT(error.what(), HasSubstr("2 returns"));
  }
}

TEST(Trainer, StopsWhenPatienceIsOver) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.rate = 0;  // nothing gets better
  config.valid_every = 1;
  config.patience = 3;
  const RunSummary summary = run(config, folder / "run");
  EXPECT_EQ(summary.state.update, 4);
  EXPECT_THAT(summary.reason, HasSubstr("3 validations"));
}

TEST(Trainer, StopsAfterItsEpochs) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.epoch_sequences = 10;  // two and a half batches
  config.max_epochs = 2;
  config.valid_every = 0;
  const RunState state = run(config, folder / "run").state;
  EXPECT_EQ(state.update, 5);
  EXPECT_EQ(state.validations.front().update, 3);
}

TEST(Trainer, RefusesAFolderThatIsNotItsOwn) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.max_updates = 1;
  EXPECT_THROW(run(config, folder / "none", true), InputError);
  run(config, folder / "run");
  EXPECT_THROW(run(config, folder / "run"), InputError);
  config.em.noise = 0.1;
  try {
    run(config, folder / "run", true);
    FAIL() << "resumed with another noise";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("em.noise"));
  }
}

TEST(Trainer, GoesOnWithARunOfAnEarlierVersion) {
  const TemporaryFolder folder;
  const TrainConfig config = tiny_config(folder.path());
  run_until_killed(config, folder / "run", 8);
  std::string before = rnem::testing::tiny_toml(folder.path());
  const std::string now = "[em]\nk = 3\n[model]\n";
  before.replace(before.find(now), now.size(), "[model]\nk = 3\n");
  write_file(folder / "run/config.toml", before);
  EXPECT_EQ(run(config, folder / "run", true).state.update, 12);
  EXPECT_EQ(read_file(folder / "run/config.toml"), to_toml(config));
}

TEST(Trainer, RefusesDataThatDoesNotFitTheModel) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.data_valid = "live:shapes28";
  try {
    run(config, folder / "run");
    FAIL() << "trained on frames of the wrong size";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("data.valid: live:shapes28 has frames of 28x28"));
  }
  EXPECT_FALSE(fs::exists(folder / "run"));
}

// What is wrong is found before the folder appears: the corrected command starts in it.
TEST(Trainer, LeavesNoFolderBehindWhenItCannotStart) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.max_updates = 1;
  run(config, folder / "first");
  const auto expect_refused = [&](const TrainConfig& wrong) {
    EXPECT_THROW(run(wrong, folder / "run"), InputError);
    EXPECT_FALSE(fs::exists(folder / "run"));
  };
  TrainConfig wrong = config;
  wrong.init = (folder / "absent.safetensors").string();
  expect_refused(wrong);
  wrong.init = (folder / "world.toml").string();  // no model
  expect_refused(wrong);
  wrong.init = (folder / "first" / "last.safetensors").string();
  wrong.model.hidden += 1;  // weights of another shape
  expect_refused(wrong);
  wrong = config;
  wrong.device = "abacus";
  expect_refused(wrong);
  wrong = config;
  wrong.batch = 4'000'000'000;  // no memory for it
  expect_refused(wrong);
  config.init = (folder / "first" / "last.safetensors").string();
  EXPECT_EQ(run(config, folder / "run").state.update, 1);
}

TEST(Trainer, ResumingWithAnotherConfigChangesNoFile) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.max_updates = 1;
  run(config, folder / "run");
  const std::string run_json = read_file(folder / "run/run.json");
  config.em.noise = 0.1;
  EXPECT_THROW(run(config, folder / "run", true), InputError);
  EXPECT_EQ(read_file(folder / "run/run.json"), run_json);
}

TEST(Trainer, NemLearnsFromStillImages) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.model.kind = "n-em";
  config.model.encoder = {};
  config.model.decoder = {"fc 12x12x1 sigmoid plain nobias"};
  config.loss.through_gamma = true;
  config.loss.steps = "last";
  config.max_updates = 40;
  config.valid_every = 20;
  const RunState state = run(config, folder / "run").state;
  EXPECT_LT(state.validations[1].loss, state.validations[0].loss);
}

}  // namespace
}  // namespace rnem::training
