// Who plays the game: a script, a trained network, chance.
#pragma once

#include <functional>
#include <memory>

#include "rnem/rng.h"
#include "rnem/worlds/invaders_game.h"

namespace rnem::worlds::invaders {

// Plays one game from its first step on; may remember what it has seen.
class Player {
 public:
  virtual ~Player() = default;

  // What to hold for the next step. Called once a step.
  virtual Action act(const Game& game, Rng& rng) = 0;
};

// A fresh player; with probability `epsilon` its action is a random one. Called from several
// threads at once.
using PlayerMaker = std::function<std::unique_ptr<Player>(double epsilon)>;

}  // namespace rnem::worlds::invaders
