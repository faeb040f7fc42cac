// A scripted player: keeps out of the way of bombs, goes where a shot will meet an alien, shoots.
#pragma once

#include "rnem/rng.h"
#include "rnem/worlds/invaders_game.h"
#include "rnem/worlds/invaders_player.h"

namespace rnem::worlds::invaders {

class Agent final : public Player {
 public:
  // With probability `epsilon` an action is drawn at random, so 1 is a random player. The agent
  // counts on its action being held for `frames` frames.
  Agent(double epsilon, int frames) : epsilon_(epsilon), frames_(frames) {}

  Action act(const Game& game, Rng& rng) override;

 private:
  Action best_action(const Game& game) const;

  double epsilon_;
  int frames_;
};

}  // namespace rnem::worlds::invaders
