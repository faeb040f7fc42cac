#include "rnem/training/window_loss.h"

#include <gtest/gtest.h>

#include <thread>

#include "rnem/kernels/parallel.h"
#include "rnem/training/optimizer.h"
#include "temporary_folder.h"
#include "training/tiny_run.h"

namespace rnem::training {
namespace {

using rnem::testing::TemporaryFolder;
using rnem::testing::tiny_config;

struct Gradient {
  WindowLoss loss;
  std::vector<torch::Tensor> tensors;
};

Gradient gradient_of(const TrainConfig& config, const Window& window, std::int64_t parts,
                     const std::string& loss_steps = "all",
                     const model::Ops& ops = *model::reference_ops()) {
  const auto model = model::Model::create(config.model, 1);
  const std::int64_t steps = window.clip.frames.size(0) - 1;
  Gradient result;
  WindowTask task{loss_weights(loss_steps, steps, "test"), parts};
  task.with_ari = true;
  result.loss = WindowGradient(*model, ops).add(window, task);
  for (const auto& [name, parameter] : model->parameters().all()) {
    result.tensors.push_back(parameter.grad());
  }
  return result;
}

void expect_close(const Gradient& given, const Gradient& expected) {
  double largest = 0;
  for (std::size_t i = 0; i < expected.tensors.size(); ++i) {
    // sums of a few hundred float terms in another order
    EXPECT_TRUE(torch::allclose(given.tensors[i], expected.tensors[i], 1e-3, 1e-3));
    largest = std::max(largest, expected.tensors[i].abs().max().item<double>());
  }
  EXPECT_GT(largest, 1.0);
}

TEST(WindowGradient, PartsGiveTheGradientOfTheWholeBatch) {
  const TemporaryFolder folder;
  const TrainConfig config = tiny_config(folder.path());
  const Window window = TrainingData(config).at(0);
  const Gradient whole = gradient_of(config, window, 1), parts = gradient_of(config, window, 4);
  EXPECT_NEAR(parts.loss.loss, whole.loss.loss, 1e-5 * whole.loss.loss);
  EXPECT_NEAR(parts.loss.ari, whole.loss.ari, 1e-12);
  expect_close(parts, whole);
}

// Threads of LibTorch and of our loops, for as long as this lives.
class WithThreads {
 public:
  explicit WithThreads(int threads) { set(threads); }
  ~WithThreads() { set(before_); }
  WithThreads(const WithThreads&) = delete;
  WithThreads& operator=(const WithThreads&) = delete;

 private:
  static void set(int threads) {
    torch::set_num_threads(threads);
    kernels::set_threads(threads);
  }
  int before_ = kernels::max_threads();
};

Gradient with_threads(int threads, const TrainConfig& config, const Window& window,
                      std::int64_t parts, const model::Ops& ops) {
  const WithThreads guard(threads);
  Gradient gradient = gradient_of(config, window, parts, "all", ops);
  EXPECT_EQ(kernels::max_threads(), threads);
  return gradient;
}

TEST(WindowGradient, ThreadsThatShareAWindowGiveItsGradient) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.batch = 16;
  const Window window = TrainingData(config).at(0);
  for (const auto& ops : {model::reference_ops(), model::fast_ops(model::Precision::kFloat32)}) {
    for (const int parts : {1, 2}) {
      const Gradient alone = with_threads(1, config, window, parts, *ops);
      const Gradient shared = with_threads(2, config, window, parts, *ops);
      const Gradient again = with_threads(2, config, window, parts, *ops);
      EXPECT_NEAR(shared.loss.loss, alone.loss.loss, 1e-5 * alone.loss.loss);
      EXPECT_NEAR(shared.loss.ari, alone.loss.ari, 1e-12);
      expect_close(shared, alone);
      for (std::size_t i = 0; i < again.tensors.size(); ++i) {
        EXPECT_TRUE(torch::equal(again.tensors[i], shared.tensors[i]));
      }
    }
  }
}

// LibTorch sets a thread's number of threads when the thread first uses it for something large, and
// oneDNN's convolutions wait for so many: with more than there are they would wait for ever.
TEST(WindowGradient, SharesWorkInThreadsThatLibTorchHasNotSeen) {
  TrainConfig config;
  config.batch = 8;
  config.steps = 2;
  const Window window = TrainingData(config).at(0);
  const auto ops = model::reference_ops();
  const Gradient alone = with_threads(1, config, window, 1, *ops);
  Gradient shared;
  // a thread of its own has a pool of its own
  std::thread([&] { shared = with_threads(2, config, window, 1, *ops); }).join();
  EXPECT_NEAR(shared.loss.loss, alone.loss.loss, 1e-5 * alone.loss.loss);
  expect_close(shared, alone);
}

TEST(WindowGradient, AnErrorInAThreadsShareReachesTheCaller) {
  const TemporaryFolder folder;
  TrainConfig config = tiny_config(folder.path());
  config.batch = 8;
  Window window = TrainingData(config).at(0);
  window.clip.frames = window.clip.frames.narrow(2, 0, 3);  // not what the model was made for
  const WithThreads guard(2);
  EXPECT_ANY_THROW(gradient_of(config, window, 1));
}

TEST(WindowGradient, LossIsItsTwoPartsAndOnlyTheChosenSteps) {
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

}  // namespace
}  // namespace rnem::training
