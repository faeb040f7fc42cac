#include "rnem/agents/q_network.h"

#include <gtest/gtest.h>

#include <vector>

#include "rnem/agents/view.h"
#include "rnem/worlds/invaders_agent.h"

namespace rnem::agents {
namespace {

using worlds::invaders::Game;

// A game some steps on.
Game played_game(int steps) {
  Game game{worlds::invaders::Rules{}};
  worlds::invaders::Agent agent(0.5, 4);
  Rng rng(3, "played");
  for (int i = 0; i < steps; ++i) game.step(agent.act(game, rng), 4, rng);
  return game;
}

Tensor seen_by(const ViewStack& stack) {
  Tensor seen = torch::empty({1, kStackChannels, kFolded, kFolded});
  stack.unpack(seen.data_ptr<float>());
  return seen;
}

// [1,64,21,21] -> [1,4,84,84]
Tensor unfold(const Tensor& seen) { return torch::pixel_shuffle(seen, kFold); }

TEST(View, IsTheScreensViewFolded) {
  const Game game = played_game(37);
  ViewStack stack;
  stack.push(look(game));
  const Tensor image = unfold(seen_by(stack));
  worlds::invaders::Screen screen;
  screen.draw(game, {});
  std::vector<std::uint8_t> features(kViewPixels), groups(kViewPixels), collisions(kViewPixels);
  screen.view(features.data(), groups.data(), collisions.data());
  const Tensor expected = torch::from_blob(features.data(), {84, 84}, torch::kUInt8);
  EXPECT_GT(expected.sum().item<double>(), 100);
  for (int frame = 0; frame < kStack; ++frame) {
    EXPECT_TRUE(torch::equal(image[0][frame], expected.to(torch::kFloat32))) << frame;
  }
}

TEST(View, AStackHoldsTheLastFourOldestFirst) {
  ViewStack stack;
  std::vector<Tensor> single;
  for (int i = 0; i < 6; ++i) {
    ViewStack one;
    one.push(look(played_game(10 * i)));
    single.push_back(unfold(seen_by(one))[0][0]);
    stack.push(look(played_game(10 * i)));
  }
  const Tensor image = unfold(seen_by(stack));
  for (int i = 0; i < kStack; ++i) EXPECT_TRUE(torch::equal(image[0][i], single[2 + i])) << i;
  EXPECT_FALSE(torch::equal(single[2], single[3]));
}

TEST(QNetwork, HasTheLayersOfThePaper) {
  const QNetwork network(1);
  const std::int64_t conv1 = 16 * (4 * 8 * 8 + 1), conv2 = 32 * (16 * 4 * 4 + 1);
  EXPECT_EQ(network.parameters().count(), conv1 + conv2 + 256 * (32 * 9 * 9 + 1) + 6 * 257);
  for (const std::int64_t batch : {1, 5}) {
    const Tensor values = network.forward(torch::rand({batch, kStackChannels, kFolded, kFolded}));
    EXPECT_EQ(values.sizes(), (std::vector<std::int64_t>{batch, 6}));
  }
}

TEST(QNetwork, FoldedFramesGiveWhatPlainConvolutionsGive) {
  const QNetwork network(1);
  ViewStack stack;
  for (int i = 0; i < 4; ++i) stack.push(look(played_game(20 * i)));
  const Tensor seen = seen_by(stack);
  const auto& all = network.parameters().all();
  Tensor x = torch::conv2d(unfold(seen), all[0].second, all[1].second, 4).relu();
  EXPECT_EQ(x.sizes(), (std::vector<std::int64_t>{1, 16, 20, 20}));
  x = torch::conv2d(x, all[2].second, all[3].second, 2).relu();
  EXPECT_EQ(x.sizes(), (std::vector<std::int64_t>{1, 32, 9, 9}));
  x = torch::linear(x.flatten(1), all[4].second, all[5].second).relu();
  x = torch::linear(x, all[6].second, all[7].second);
  // sums of some thousand float products of values around 1
  EXPECT_TRUE(torch::allclose(network.forward(seen), x, 1e-4, 1e-5));
  EXPECT_GT(x.abs().max().item<double>(), 1e-3);
}

TEST(QNetwork, CopiesAndSeeds) {
  const Tensor seen = torch::rand({2, kStackChannels, kFolded, kFolded});
  const QNetwork one(1), same(1);
  QNetwork other(2);
  EXPECT_TRUE(torch::equal(one.forward(seen), same.forward(seen)));
  EXPECT_FALSE(torch::equal(one.forward(seen), other.forward(seen)));
  other.copy_from(one);
  EXPECT_TRUE(torch::equal(one.forward(seen), other.forward(seen)));
}

}  // namespace
}  // namespace rnem::agents
