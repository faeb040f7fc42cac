// One game after another, played step by step for training.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "rnem/agents/agent_settings.h"
#include "rnem/agents/replay_memory.h"
#include "rnem/worlds/invaders_agent.h"

namespace rnem::agents {

// A game's chances come from a stream of its own, so a game is a function of its number and its
// actions: the actions are all that has to be kept to have every frame again.
class Lane {
 public:
  struct Step {
    Moment moment;
    std::optional<int> score;  // of the game, when the step ended it
  };

  // Begins with game number `game`.
  Lane(const AgentSettings& settings, int lane, std::int64_t game = 0);

  Step step(worlds::invaders::Action action);

  const worlds::invaders::Game& game() const { return game_; }
  const ViewStack& seen() const { return seen_; }

  // All actions since the start of the game `first_game`; older games are forgotten as soon as the
  // later ones have more than `remembered` steps.
  struct Log {
    std::int64_t first_game = 0;
    std::vector<std::uint8_t> actions;
  };
  Log log() const;

 private:
  void start_game();

  AgentSettings settings_;
  int lane_;
  worlds::invaders::Agent script_;
  Rng script_rng_;  // the script draws from it but at epsilon 0 does not heed it
  std::int64_t next_game_;
  worlds::invaders::Game game_;
  Rng rng_;
  ViewStack seen_;
  View view_{};                                  // now
  std::deque<std::vector<std::uint8_t>> games_;  // actions; the last game is under way
  std::int64_t logged_ = 0;                      // of all of them
};

}  // namespace rnem::agents
