#include "rnem/agents/agent_trainer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agents/tiny_agent.h"
#include "error_of.h"
#include "rnem/agents/network_player.h"
#include "rnem/agents/tournament.h"
#include "rnem/worlds/invaders_agent.h"

namespace rnem::agents {
namespace {

using rnem::testing::error_of;
using rnem::testing::tiny_agent;
using ::testing::HasSubstr;

void play_rounds(AgentTrainer& trainer, int rounds) {
  for (int i = 0; i < rounds; ++i) trainer.round();
}

void expect_same(const AgentTrainer& a, const AgentTrainer& b) {
  const io::TensorFile left = a.state(), right = b.state();
  EXPECT_EQ(left.metadata, right.metadata);
  ASSERT_EQ(left.tensors.size(), right.tensors.size());
  for (std::size_t i = 0; i < left.tensors.size(); ++i) {
    EXPECT_TRUE(torch::equal(left.tensors[i].second, right.tensors[i].second))
        << left.tensors[i].first;
  }
}

// Copies, for the tensors of a state are those of the trainer.
io::TensorFile kept(const AgentTrainer& trainer) {
  io::TensorFile state = trainer.state();
  for (auto& [name, tensor] : state.tensors) tensor = tensor.detach().clone();
  return state;
}

TEST(AgentTrainer, IsAFunctionOfTheSeed) {
  AgentSettings settings = tiny_agent();
  AgentTrainer one(settings), same(settings);
  settings.seed = 2;
  AgentTrainer other(settings);
  for (AgentTrainer* trainer : {&one, &same, &other}) play_rounds(*trainer, 60);
  expect_same(one, same);
  EXPECT_NE(one.loss(), 0);
  EXPECT_NE(one.loss(), other.loss());
}

// The ring has turned and games have ended by then, so that everything has to come back.
TEST(AgentTrainer, GoesOnFromAStateBitForBit) {
  AgentTrainer whole(tiny_agent());
  play_rounds(whole, 150);
  const io::TensorFile state = kept(whole);
  ASSERT_GT(whole.steps(), tiny_agent().memory);
  AgentTrainer resumed(state, "state");
  expect_same(whole, resumed);
  play_rounds(whole, 60);
  play_rounds(resumed, 60);
  expect_same(whole, resumed);
}

TEST(AgentTrainer, RefusesWhatIsNoState) {
  AgentTrainer trainer(tiny_agent());
  play_rounds(trainer, 1);
  const auto told = [](const io::TensorFile& file) {
    return error_of([&] { AgentTrainer(file, "f.state"); });
  };
  io::TensorFile file = kept(trainer);
  file.metadata["format"] = "something";
  EXPECT_THAT(told(file), HasSubstr("f.state: not the state of an agent's training"));
  file = kept(trainer);
  file.metadata["progress"] = "{";
  EXPECT_THAT(told(file), HasSubstr("f.state: progress:"));
  file = kept(trainer);
  file.tensors.back().second.fill_(9);
  EXPECT_THAT(told(file), HasSubstr("f.state: tensor 'lane.2': expected actions below 6, got 9"));
  file = kept(trainer);
  file.tensors.pop_back();
  EXPECT_THAT(told(file), HasSubstr("f.state: tensor 'lane.2' is missing"));
}

TEST(AgentSettings, MustGoTogether) {
  const auto told = [](const AgentSettings& settings) {
    return error_of([&] { AgentTrainer{settings}; });
  };
  AgentSettings settings = tiny_agent();
  settings.scripted_lanes = settings.lanes + 1;
  EXPECT_THAT(told(settings), HasSubstr("scripted_lanes: expected at most lanes = 3"));
  settings = tiny_agent();
  settings.memory = 10;
  EXPECT_THAT(told(settings), HasSubstr("memory: expected at least"));
  settings = tiny_agent();
  settings.first_update = settings.memory + 1;
  EXPECT_THAT(told(settings), HasSubstr("first_update: expected"));
}

TEST(Ramp, FallsLinearlyAndStays) {
  EXPECT_DOUBLE_EQ(ramp(1.0, 0.1, 0, 10), 1.0);
  EXPECT_DOUBLE_EQ(ramp(1.0, 0.1, 5, 10), 0.55);
  EXPECT_DOUBLE_EQ(ramp(1.0, 0.1, 50, 10), 0.1);
  EXPECT_DOUBLE_EQ(ramp(1.0, 0.0, 0, 0), 0.0);
}

}  // namespace
}  // namespace rnem::agents
