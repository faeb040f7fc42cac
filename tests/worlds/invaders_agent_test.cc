#include "rnem/worlds/invaders_agent.h"

#include <gtest/gtest.h>

#include <array>

namespace rnem::worlds::invaders {
namespace {

struct Record {
  double points = 0, ships = 0, shots = 0, kills = 0;  // means over games
};

// Games of at most `steps` steps; a game ends when it is lost.
Record play(double epsilon, int games, int steps) {
  Record record;
  Agent agent(epsilon, 4);
  for (int i = 0; i < games; ++i) {
    Rng rng(4, "agent test", static_cast<std::uint64_t>(i));
    Game game{Rules{}};
    Outcome outcome;
    for (int step = 0; step < steps && !outcome.lost; ++step) {
      const bool was_flying = game.bullet().flying;
      const int aliens = game.fleet().count();
      outcome = game.step(agent.act(game, rng), 4, rng);
      record.points += outcome.points;
      record.ships += outcome.ship;
      record.shots += !was_flying && game.bullet().flying;
      record.kills += outcome.cleared || game.fleet().count() < aliens;
    }
  }
  for (double* mean : {&record.points, &record.ships, &record.shots, &record.kills}) {
    *mean /= games;
  }
  return record;
}

TEST(InvadersAgent, ScoresFiveTimesAsMuchAsARandomPlayer) {
  const Record scripted = play(0.1, 100, 1000), random = play(1.0, 100, 1000);
  EXPECT_GT(random.points, 100);
  EXPECT_GT(scripted.points, 5 * random.points);
}

TEST(InvadersAgent, DodgesBombs) {
  const Record scripted = play(0.0, 50, 500), random = play(1.0, 50, 500);
  EXPECT_GT(random.ships, 2);
  EXPECT_LT(scripted.ships, 0.1 * random.ships);
}

TEST(InvadersAgent, MostShotsMeetAnAlien) {
  const Record record = play(0.0, 20, 500);
  EXPECT_GT(record.kills, 30);
  EXPECT_GT(record.kills, 0.8 * record.shots);
}

TEST(InvadersAgent, EpsilonOneTakesEveryActionAlike) {
  std::array<int, kActions> counts{};
  Agent agent(1.0, 4);
  const Game game{Rules{}};
  Rng rng(4, "uniform");
  for (int i = 0; i < 6000; ++i) ++counts[static_cast<std::size_t>(agent.act(game, rng))];
  for (const int count : counts) EXPECT_NEAR(count, 1000, 120);  // four standard deviations
}

}  // namespace
}  // namespace rnem::worlds::invaders
