// N ranks compute the update of one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "observers.h"
#include "rnem/training/gradient_sum.h"
#include "rnem/training/optimizer.h"
#include "rnem/training/outer_step.h"
#include "rnem/training/trainer.h"
#include "rnem/training/window_loss.h"
#include "temporary_folder.h"
#include "thread_ranks.h"
#include "training/tiny_run.h"

namespace rnem::training {
namespace {

using rnem::testing::metrics;
using rnem::testing::TemporaryFolder;
using rnem::testing::tiny_config;
using rnem::testing::with_ranks;

struct Curve {
  std::vector<double> losses;
  std::vector<std::vector<torch::Tensor>> weights;  // at the end, of every rank
};

// `updates` steps of Adam on the tiny world; 4 sequences a batch, so that three ranks have
// different shares.
Curve curve(const TrainConfig& config, const ops::Ops& ops, torch::Dtype type, int size,
            std::int64_t updates) {
  Curve result;
  result.weights.resize(static_cast<std::size_t>(size));
  with_ranks(size, [&](runtime::Ranks& ranks) {
    const auto model = model::Model::create(config, 1);
    model->to(torch::kCPU, type);
    Optimizer optimizer({}, model->parameters());
    GradientSum gradients(model->parameters(), ranks);
    TrainingData data(config, nullptr, runtime::share_of(config.batch, ranks));
    for (std::int64_t update = 0; update < updates; ++update) {
      Window window = data.at(update);
      window.clip.frames = window.clip.frames.to(type);
      clear_gradients(model->parameters());
      const WindowLoss own =
          add_gradient(*model, ops, window, loss_weights("all", config.steps, "test"), 1, false, 0,
                       "paper", {config.batch, &gradients});
      const double loss = ranks.sum(std::vector<double>{own.loss})[0];
      gradients.finish();
      optimizer.step(update + 1, 1e-3, 1.0);
      if (ranks.first()) result.losses.push_back(loss);
    }
    for (const auto& [name, parameter] : model->parameters().all()) {
      result.weights[static_cast<std::size_t>(ranks.rank())].push_back(parameter.detach().clone());
    }
  });
  return result;
}

void expect_same_on_all_ranks(const Curve& curve) {
  for (const auto& rank : curve.weights) {
    for (std::size_t i = 0; i < rank.size(); ++i) {
      EXPECT_TRUE(torch::equal(rank[i], curve.weights[0][i]));
    }
  }
}

void expect_same_losses(const Curve& one, const Curve& several, double relative) {
  ASSERT_EQ(one.losses.size(), several.losses.size());
  for (std::size_t i = 0; i < one.losses.size(); ++i) {
    EXPECT_NEAR(several.losses[i], one.losses[i], relative * one.losses[i]) << "update " << i;
  }
  EXPECT_NE(one.losses.front(), one.losses.back());  // it moves at all
}

TEST(RanksTraining, InDoubleTheLossesAreThoseOfOneProcess) {
  const TemporaryFolder folder;
  const TrainConfig config = tiny_config(folder.path());
  const auto run = [&](int size) {
    return curve(config, *ops::reference_ops(), torch::kFloat64, size, 20);
  };
  const Curve one = run(1);
  for (const int size : {2, 3}) {
    SCOPED_TRACE(size);
    const Curve several = run(size);
    expect_same_losses(one, several, 1e-9);
    expect_same_on_all_ranks(several);
  }
}

TEST(RanksTraining, InFloatWithTheFastOperatorsTheyAreToRounding) {
  const TemporaryFolder folder;
  const TrainConfig config = tiny_config(folder.path());
  const auto ops = ops::fast_ops(ops::Precision::kFloat32);
  const Curve one = curve(config, *ops, torch::kFloat32, 1, 10);
  for (const int size : {2, 3}) {
    SCOPED_TRACE(size);
    const Curve several = curve(config, *ops, torch::kFloat32, size, 10);
    expect_same_losses(one, several, 1e-5);
    expect_same_on_all_ranks(several);
  }
}

// Those of dense layers too, whose products are made last.
TEST(RanksTraining, GradientsAreOnTheirWayBeforeTheyAreWaitedFor) {
  const TemporaryFolder folder;
  const TrainConfig config = tiny_config(folder.path());
  const auto ops = ops::fast_ops(ops::Precision::kFloat32);
  with_ranks(2, [&](runtime::Ranks& ranks) {
    const auto model = model::Model::create(config, 1);
    GradientSum gradients(model->parameters(), ranks);
    TrainingData data(config, nullptr, runtime::share_of(config.batch, ranks));
    add_gradient(*model, *ops, data.at(0), loss_weights("all", config.steps, "test"), 1, false, 0,
                 "paper", {config.batch, &gradients});
    EXPECT_EQ(gradients.sent(), gradients.buckets());
    gradients.finish();
  });
}

// What rank 0's folder has after a run of so many.
std::vector<std::string> run_of(const TrainConfig& config, int size,
                                const std::filesystem::path& out, bool resume = false) {
  const Runtime runtime({.threads = 1});
  with_ranks(size, [&](runtime::Ranks& ranks) {
    TrainRequest request{config, out, resume};
    request.ranks = std::shared_ptr<runtime::Ranks>(&ranks, [](runtime::Ranks*) {});
    Observer silent;
    Trainer(request, runtime, silent).run();
  });
  return metrics(out);
}

// A run that ended at update 8 and goes on is the one that did not.
void expect_resumes(TrainConfig config, const std::filesystem::path& out,
                    const std::filesystem::path& whole, const std::vector<std::string>& log) {
  config.max_updates = 8;
  run_of(config, 2, out);
  config.max_updates = 12;
  EXPECT_EQ(run_of(config, 2, out, /*resume=*/true), log);
  EXPECT_TRUE(read_file(out / "last.safetensors") == read_file(whole / "last.safetensors"));
}

TEST(RanksTraining, ARunOfTwoHasTheLogOfOneAndResumesBitForBit) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  const auto one = run_of(config, 1, folder / "one");
  const auto two = run_of(config, 2, folder / "two");
  ASSERT_EQ(one.size(), two.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    const auto a = nlohmann::json::parse(one[i]), b = nlohmann::json::parse(two[i]);
    EXPECT_EQ(a.at("kind"), b.at("kind"));
    EXPECT_NEAR(a.at("loss").get<double>(), b.at("loss").get<double>(),
                1e-5 * a.at("loss").get<double>());
  }
  expect_resumes(config, folder / "half", folder / "two", two);
}

TEST(RanksTraining, LocalUpdatesWithACommonStepLearnAndResumeBitForBit) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.sync_every = 2;
  config.checkpoint_every = 4;
  const auto two = run_of(config, 2, folder / "two");
  EXPECT_NE(two, run_of(tiny_config(folder.path()), 2, folder / "plain"));
  const auto loss = [](const std::string& line) {
    return nlohmann::json::parse(line).at("loss").get<double>();
  };
  EXPECT_LT(loss(two.back()), 0.95 * loss(two.front()));
  expect_resumes(config, folder / "half", folder / "two", two);
}

TEST(RanksTraining, TheCommonStepIsNesterovsOnTheMeanWay) {
  with_ranks(2, [](runtime::Ranks& ranks) {
    model::Parameters parameters(1);
    const torch::Tensor weight = parameters.constant("w", {3}, 1.0);
    OuterStep outer(parameters, true);
    const torch::NoGradGuard no_grad;
    // the ranks go 0.2 and 0.4 down: 0.3 on average
    torch::Tensor(weight).sub_(0.2 * (ranks.rank() + 1));
    outer.step(ranks);
    const double u = 0.3, first = 1 - 0.7 * (0.3 + 0.9 * u);
    EXPECT_NEAR(weight[0].item<double>(), first, 1e-6);
    torch::Tensor(weight).sub_(0.2 * (ranks.rank() + 1));
    outer.step(ranks);
    const double second = first - 0.7 * (0.3 + 0.9 * (0.9 * u + 0.3));
    EXPECT_NEAR(weight[0].item<double>(), second, 1e-6);
  });
}

TEST(RanksTraining, ABatchSmallerThanTheRanksIsOneClearLine) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.batch = 1;
  EXPECT_THROW(run_of(config, 2, folder / "run"), InputError);
}

}  // namespace
}  // namespace rnem::training
