// Does it learn at all? A small game, without advice and with nobody to imitate.
#include <gtest/gtest.h>

#include "observers.h"
#include "rnem/agents/agent_trainer.h"
#include "rnem/agents/network_player.h"
#include "rnem/agents/tournament.h"
#include "rnem/worlds/invaders_agent.h"

namespace rnem::agents {
namespace {

TEST(Learning, AFewMinutesOfPlayBeatChanceAndTheUntrained) {
  AgentSettings settings;
  settings.rules.rows = 1;
  settings.rules.columns = 4;
  settings.rules.bombs = 0;
  settings.rules.march_period = 6;
  settings.game_steps = 100;
  settings.lanes = 16;
  settings.scripted_lanes = 0;
  settings.advice_first = settings.advice_last = 0;
  settings.points_unit = 5;
  settings.discount = 0.9;
  settings.memory = 16'000;
  settings.first_update = 1'600;
  settings.steps = 16 * 900;
  settings.epsilon_steps = settings.steps / 2;
  settings.target_every = 50;
  settings.rate = 1e-3;
  AgentTrainer trainer(settings);
  auto untrained = std::make_shared<QNetwork>(settings.seed);
  auto trained = std::make_shared<QNetwork>(settings.seed);
  while (!trainer.done()) trainer.round();
  trained->copy_from(trainer.network());

  const auto chance = [](double epsilon) {
    return std::make_unique<worlds::invaders::Agent>(epsilon, 4);
  };
  const Standing random = play_games("random", chance, 1.0, settings, 40, rnem::testing::nobody());
  const Standing before = play_games("untrained", network_players(untrained), 0.05, settings, 40,
                                     rnem::testing::nobody());
  const Standing after =
      play_games("trained", network_players(trained), 0.05, settings, 40, rnem::testing::nobody());
  EXPECT_GT(random.score, 0);
  EXPECT_GT(lead(after, random), 4) << to_table({random, before, after});
  EXPECT_GT(lead(after, before), 4) << to_table({random, before, after});
}

}  // namespace
}  // namespace rnem::agents
