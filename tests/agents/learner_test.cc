#include "rnem/agents/learner.h"

#include <gtest/gtest.h>

#include "rnem/agents/view.h"

namespace rnem::agents {
namespace {

Batch random_batch(std::uint64_t seed, std::int64_t n) {
  torch::manual_seed(seed);
  const std::vector<std::int64_t> stack = {n, kStackChannels, kFolded, kFolded};
  return {torch::rand(stack).round(),
          torch::randint(6, {n}, torch::kInt64),
          torch::one_hot(torch::randint(6, {n}, torch::kInt64), 6).to(torch::kFloat32),
          torch::rand({n}),
          torch::full({n}, 0.9),
          torch::rand(stack).round()};
}

TEST(DoubleQTarget, TheNetworkChoosesAndItsCopyJudges) {
  const Tensor online = torch::tensor({{1.0F, 5.0F, 2.0F}, {9.0F, 0.0F, 3.0F}});
  const Tensor judge = torch::tensor({{7.0F, 4.0F, 8.0F}, {6.0F, 9.0F, 9.0F}});
  const Tensor reward = torch::tensor({0.5F, 2.0F}), discount = torch::tensor({0.5F, 0.0F});
  const Tensor target = double_q_target(reward, discount, online, judge);
  // 0.5 + 0.5 · judge of action 1; after a lost ship the reward alone
  EXPECT_EQ(target[0].item<float>(), 0.5F + 0.5F * 4.0F);
  EXPECT_EQ(target[1].item<float>(), 2.0F);
}

TEST(AdviceLoss, IsWhatTheAdvisedActionLacksToTheMargin) {
  const Tensor values = torch::tensor({1.0F, 2.0F, 0.0F}).expand({4, 3});
  const Tensor advice = torch::tensor(
      {{1.0F, 0.0F, 0.0F}, {0.0F, 1.0F, 0.0F}, {1.0F, 0.0F, 1.0F}, {1.0F, 1.0F, 1.0F}});
  const Tensor loss = advice_loss(values, advice, 0.25);
  EXPECT_FLOAT_EQ(loss[0].item<float>(), 2.0F + 0.25F - 1.0F);
  EXPECT_FLOAT_EQ(loss[1].item<float>(), 0.0F) << "ahead by more than the margin";
  EXPECT_FLOAT_EQ(loss[2].item<float>(), 2.0F + 0.25F - 1.0F) << "the better of two advised";
  EXPECT_FLOAT_EQ(loss[3].item<float>(), 0.0F) << "no advice";
}

TEST(Learner, FitsOneBatch) {
  Learner learner(1);
  const Batch batch = random_batch(3, 16);
  const double before = learner.update(batch, 1e-3, 0.0, 0.2, 1000);
  double after = 0;
  for (int i = 0; i < 60; ++i) after = learner.update(batch, 1e-3, 0.0, 0.2, 1000);
  EXPECT_LT(after, 0.2 * before);
}

TEST(Learner, TakesAdvice) {
  Learner learner(1);
  const Batch batch = random_batch(4, 16);
  const auto share = [&] {
    const torch::NoGradGuard no_grad;
    return learner.network()
        .forward(batch.seen)
        .argmax(1)
        .eq(batch.advice.argmax(1))
        .sum()
        .item<int>();
  };
  EXPECT_LT(share(), 10);
  for (int i = 0; i < 80; ++i) learner.update(batch, 1e-3, 1.0, 0.2, 1000);
  EXPECT_EQ(share(), 16);
}

TEST(Learner, StateBringsItBackBitForBit) {
  Learner learner(1), copy(2);
  for (int i = 0; i < 3; ++i) learner.update(random_batch(5 + i, 4), 1e-3, 1.0, 0.2, 2);
  training::NamedTensors state;
  for (const auto& [name, tensor] : learner.state()) state.emplace_back(name, tensor.clone());
  copy.restore(state, learner.updates(), "test");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(learner.update(random_batch(9 + i, 4), 1e-3, 1.0, 0.2, 2),
              copy.update(random_batch(9 + i, 4), 1e-3, 1.0, 0.2, 2));
  }
}

}  // namespace
}  // namespace rnem::agents
