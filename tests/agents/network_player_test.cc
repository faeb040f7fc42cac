#include "rnem/agents/network_player.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <thread>

#include "error_of.h"
#include "rnem/agents/agent_file.h"
#include "rnem/core/atomic_file.h"
#include "rnem/io/safetensors.h"
#include "rnem/machine/parallel.h"
#include "rnem/worlds/invaders_world.h"
#include "temporary_folder.h"
#include "worlds/sequence_hash.h"

namespace rnem::agents {
namespace {

using rnem::testing::error_of;
using rnem::testing::TemporaryFolder;
using ::testing::HasSubstr;
using worlds::hash_of;

std::unique_ptr<worlds::World> recorded_by(std::uint64_t seed) {
  return worlds::with_player(*worlds::make_preset("invaders84"),
                             network_players(std::make_shared<QNetwork>(seed)));
}

worlds::Sequence clip(const worlds::World& world, std::uint64_t index) {
  return world.make(Rng(6, "player test", index), 8);
}

TEST(NetworkPlayer, RecordsSequencesOfTheWorld) {
  const auto world = recorded_by(1), other = recorded_by(2);
  const auto scripted = worlds::make_preset("invaders84");
  EXPECT_EQ(world->to_toml(), scripted->to_toml());
  EXPECT_EQ(world->shape().actions, 6);
  EXPECT_EQ(hash_of(clip(*world, 0)), hash_of(clip(*world, 0)));
  EXPECT_NE(hash_of(clip(*world, 0)), hash_of(clip(*other, 0)));
  EXPECT_NE(hash_of(clip(*world, 0)), hash_of(clip(*scripted, 0)));
}

TEST(NetworkPlayer, RecordsTheSameOnAnyThreadAndWithAnyNumberOfThem) {
  const auto world = recorded_by(1);
  const int threads = machine::max_threads();
  std::vector<std::uint64_t> alone, together(4);
  for (std::uint64_t i = 0; i < 4; ++i) alone.push_back(hash_of(clip(*world, i)));
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < 4; ++i) {
      workers.emplace_back([&, i] {
        machine::set_threads(static_cast<int>(i) + 1);
        together[i] = hash_of(clip(*world, i));
      });
    }
  }
  EXPECT_EQ(alone, together);
  EXPECT_EQ(machine::max_threads(), threads) << "the player leaves the pool as it was";
}

TEST(NetworkPlayer, OnlyTheInvadersGameHasAPlayer) {
  EXPECT_EQ(worlds::with_player(*worlds::make_preset("balls4mass64"),
                                network_players(std::make_shared<QNetwork>(1))),
            nullptr);
}

// Weights by hand: fires when the oldest of the four frames differs from the newest.
std::shared_ptr<QNetwork> change_detector() {
  auto network = std::make_shared<QNetwork>(1);
  const torch::NoGradGuard no_grad;
  std::map<std::string, Tensor> weights;
  for (const auto& [name, tensor] : network->parameters().all()) weights[name] = tensor.zero_();
  for (const int channel : {0, 1}) {
    weights["conv1.weight"][channel][0].fill_(1 - 2 * channel);
    weights["conv1.weight"][channel][kStack - 1].fill_(2 * channel - 1);
    weights["conv2.weight"][0][channel].fill_(1);
  }
  weights["hidden.weight"][0].slice(0, 0, 81).fill_(1);  // conv2's first channel
  weights["values.weight"][1][0].fill_(1);
  weights["values.bias"][0].fill_(0.5);
  return network;
}

TEST(NetworkPlayer, BeginsANewGameWithoutMemoriesOfTheLast) {
  using worlds::invaders::Action;
  worlds::invaders::Rules rules;
  rules.lives = 1;
  rules.bomb_rate = 1.0;
  rules.bombs = 8;
  NetworkPlayer player(change_detector(), 0.0);
  worlds::invaders::Game game(rules);
  Rng rng(2, "new game");
  EXPECT_EQ(player.act(game, rng), Action::kNoop);
  game.step(Action::kRight, 4, rng);
  EXPECT_EQ(player.act(game, rng), Action::kFire);
  // the game is lost, the field stands still for a while, the next game begins
  bool lost = false;
  for (int i = 0; i < 5000 && !(lost && game.lives() > 0); ++i) {
    lost = game.step(Action::kNoop, 4, rng).lost || lost;
    if (game.lives() == 0) player.act(game, rng);
  }
  ASSERT_TRUE(lost);
  EXPECT_EQ(player.act(game, rng), Action::kNoop);
}

TEST(AgentFile, KeepsEveryWeight) {
  const TemporaryFolder folder;
  const QNetwork network(7);
  save_agent(folder / "a.safetensors", network, {{"steps", "12"}});
  const auto loaded = load_agent(folder / "a.safetensors");
  const Tensor seen = torch::rand({3, kStackChannels, kFolded, kFolded});
  EXPECT_TRUE(torch::equal(network.forward(seen), loaded->forward(seen)));
  const auto file = io::read_safetensors(folder / "a.safetensors");
  EXPECT_EQ(file.metadata.at("steps"), "12");
  EXPECT_THAT(file.metadata.at("description"), HasSubstr("invaders"));
}

TEST(AgentFile, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  const auto path = folder / "a.safetensors";
  const auto told = [&] { return error_of([&] { load_agent(path); }); };
  EXPECT_THAT(told(), HasSubstr("a.safetensors"));
  io::write_safetensors(path, {{{"x", torch::ones({2})}}, {{"format", "rnem-model-1"}}});
  EXPECT_THAT(told(), HasSubstr("not a trained agent: expected metadata format 'rnem-agent-1'"));
  io::write_safetensors(path, {{{"x", torch::ones({2})}}, {{"format", "rnem-agent-1"}}});
  EXPECT_THAT(told(), HasSubstr("tensor 'conv1.weight' is missing"));
  const QNetwork broken(1);
  {
    const torch::NoGradGuard no_grad;
    broken.parameters().all()[2].second.fill_(NAN);
  }
  save_agent(path, broken, {});
  EXPECT_THAT(told(), HasSubstr("tensor 'conv2.weight' holds values that are not finite"));
  write_file(path, "short");
  EXPECT_NE(told(), "no error");
}

}  // namespace
}  // namespace rnem::agents
