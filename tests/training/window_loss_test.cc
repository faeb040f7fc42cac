#include "rnem/training/window_loss.h"

#include <gtest/gtest.h>

#include "observers.h"
#include "rnem/training/optimizer.h"
#include "rnem/training/validation.h"
#include "temporary_folder.h"
#include "training/tiny_run.h"

namespace rnem::training {
namespace {

using rnem::testing::TemporaryFolder;
using rnem::testing::tiny_config;

runtime::Ranks& alone() {
  static runtime::Ranks one;
  return one;
}

struct Gradient {
  WindowLoss loss;
  std::vector<torch::Tensor> tensors;
};

Gradient gradient_of(const TrainConfig& config, const Window& window, std::int64_t parts,
                     const std::string& loss_steps = "all") {
  const auto model = model::Model::create(config, 1);
  const std::int64_t steps = window.clip.frames.size(0) - 1;
  Gradient result;
  result.loss = add_gradient(*model, *ops::reference_ops(), window,
                             loss_weights(loss_steps, steps, "test"), parts, true);
  for (const auto& [name, parameter] : model->parameters().all()) {
    result.tensors.push_back(parameter.grad());
  }
  return result;
}

TEST(AddGradient, PartsGiveTheGradientOfTheWholeBatch) {
  const TemporaryFolder folder;
  const TrainConfig config = tiny_config(folder.path());
  const Window window = TrainingData(config).at(0);
  const Gradient whole = gradient_of(config, window, 1), parts = gradient_of(config, window, 4);
  EXPECT_NEAR(parts.loss.loss, whole.loss.loss, 1e-5 * whole.loss.loss);
  EXPECT_NEAR(parts.loss.ari, whole.loss.ari, 1e-12);
  double largest = 0;
  for (std::size_t i = 0; i < whole.tensors.size(); ++i) {
    // sums of a few hundred float terms in another order
    EXPECT_TRUE(torch::allclose(parts.tensors[i], whole.tensors[i], 1e-3, 1e-3));
    largest = std::max(largest, whole.tensors[i].abs().max().item<double>());
  }
  EXPECT_GT(largest, 1.0);
}

TEST(AddGradient, LossIsItsTwoPartsAndOnlyTheChosenSteps) {
  const TemporaryFolder folder;
  const TrainConfig config = tiny_config(folder.path());
  const Window window = TrainingData(config).at(0);
  const WindowLoss all = gradient_of(config, window, 1).loss;
  EXPECT_NEAR(all.loss, all.intra + all.inter, 1e-5 * all.loss);
  double sum = 0;
  for (const char* step : {"1", "2", "3"}) {
    sum += gradient_of(config, window, 1, step).loss.loss / 3;
  }
  EXPECT_NEAR(sum, all.loss, 1e-5 * all.loss);
  EXPECT_EQ(gradient_of(config, window, 1, "3").loss.loss,
            gradient_of(config, window, 1, "last").loss.loss);
}

// em.noise_range is training's: with a range of nothing but 0 it trains on clean frames
TEST(AddGradient, DrawsItsNoiseAndValidationDoesNot) {
  const TemporaryFolder folder;
  TrainConfig clean = tiny_config(folder.path()), drawn = clean;
  clean.em.noise = 0.0;
  drawn.em.noise_range = {0.0, 0.0};
  const Window window = TrainingData(clean).at(0);
  EXPECT_EQ(gradient_of(drawn, window, 1).loss.loss, gradient_of(clean, window, 1).loss.loss);

  const auto validation_loss = [](const TrainConfig& config) {
    const auto model = model::Model::create(config, 1);
    const auto weights = loss_weights("all", config.valid_steps, "test");
    return validate(*model, *ops::reference_ops(), ValidationData(config), weights, 0,
                    rnem::testing::nobody(), alone())
        ->loss;
  };
  TrainConfig fixed = drawn;
  fixed.em.noise_range = {};
  EXPECT_EQ(validation_loss(drawn), validation_loss(fixed));
  EXPECT_NE(validation_loss(drawn), validation_loss(clean));
}

TEST(Validation, LetsGoForTheLastStepsWhenAskedTo) {
  const TemporaryFolder folder;
  const TrainConfig config = tiny_config(folder.path());
  const auto model = model::Model::create(config, 1);
  const auto weights = loss_weights("all", config.valid_steps, "test");
  const auto rollout = [&](std::int64_t steps) {
    const auto result = validate(*model, *ops::reference_ops(), ValidationData(config), weights,
                                 steps, rnem::testing::nobody(), alone());
    return std::pair(result->loss, result->rollout);
  };
  const auto [watched, none] = rollout(0);
  const auto [same, one] = rollout(1);
  EXPECT_TRUE(std::isnan(none));
  EXPECT_GT(one, 0.0);
  EXPECT_EQ(same, watched);  // a second run, beside what is watched to the end
  EXPECT_NE(rollout(2).second, one);
}

TEST(TrainingData, AWindowDependsOnItsUpdateAlone) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.curriculum = {"0:2", "2:4"};
  TrainingData in_order(config), from_two(config);
  const Window zero = in_order.at(0);
  in_order.at(1);
  const Window two = in_order.at(2), jumped = from_two.at(2);
  EXPECT_EQ(zero.clip.frames.size(0), 3);
  EXPECT_EQ(two.clip.frames.size(0), 5);
  EXPECT_TRUE(torch::equal(two.clip.frames, jumped.clip.frames));
  EXPECT_EQ(two.clip.streams, jumped.clip.streams);
  EXPECT_EQ(two.clip.streams.front(), 8u);  // after two batches of four
  EXPECT_TRUE(torch::equal(from_two.at(0).clip.frames, zero.clip.frames));
}

TEST(ValidationData, IsNotTheTrainingData) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.random_offset = false;
  config.valid_steps = config.steps;
  const Window training = TrainingData(config).at(0), valid = ValidationData(config).batch(0);
  EXPECT_NE(training.clip.seed, valid.clip.seed);
  EXPECT_FALSE(torch::equal(training.clip.frames.narrow(1, 0, 3), valid.clip.frames));
}

// Blind steps are a second way beside the watched one: they leave its loss alone and teach what
// only they use.
TEST(BlindPractice, TeachesToGoOnAndLeavesTheLossAlone) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  const Window window = TrainingData(config).at(0);
  config.model.window = 8;
  config.model.decoder = {"fc 4x4x3 relu", "up 4x4 1 sigmoid plain"};
  config.em.start = "seeds";
  const auto model = model::Model::create(config, 1);
  {  // something to see: untrained, nothing is drawn and nobody has a place to lose
    const torch::NoGradGuard no_grad;
    for (const auto& [name, parameter] : model->parameters().all()) {
      if (name == "decoder.1.bias") torch::Tensor(parameter).fill_(3.0);
      if (name == "motion.delta") torch::Tensor(parameter).fill_(0.05);
    }
  }
  const auto weights = loss_weights("all", window.clip.frames.size(0) - 1, "test");
  const auto gradient = [&](const std::string& wanted, std::int64_t blind, double& loss) {
    clear_gradients(model->parameters());
    loss =
        add_gradient(*model, *ops::reference_ops(), window, weights, 1, false, blind, "blind").loss;
    for (const auto& [name, parameter] : model->parameters().all()) {
      if (name == wanted && parameter.grad().defined())
        return parameter.grad().abs().max().item<double>();
    }
    return 0.0;
  };
  double watched = 0, practised = 0;
  EXPECT_NE(gradient("motion.dynamics", 2, practised), gradient("motion.dynamics", 0, watched));
  EXPECT_EQ(practised, watched);
}

}  // namespace
}  // namespace rnem::training
