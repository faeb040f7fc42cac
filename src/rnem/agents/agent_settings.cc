#include "rnem/agents/agent_settings.h"

#include <algorithm>

#include "rnem/core/error.h"

namespace rnem::agents {

OptionTable AgentSettings::options() {
  using worlds::invaders::kMostBombs, worlds::invaders::kMostColumns, worlds::invaders::kMostRows;
  constexpr double kMany = 1e12;
  return {
      {"game.rows", &rules.rows, "rows of aliens", 1, kMostRows},
      {"game.columns", &rules.columns, "columns of aliens", 1, kMostColumns},
      {"game.march_period", &rules.march_period, "game frames between moves of a full fleet", 1,
       1000},
      {"game.bomb_rate", &rules.bomb_rate, "probability of a bomb in a game frame", 0, 1},
      {"game.bombs", &rules.bombs, "bombs in flight at once, at most", 0, kMostBombs},
      {"game.lives", &rules.lives, "ships of a game", 1, 100},
      {"game.frame_skip", &frame_skip, "game frames an action is held for", 1, 16},
      {"game.steps", &game_steps, "longest game, steps", 1, kMany},
      {"steps", &steps, "steps of all games together", 1, kMany},
      {"lanes", &lanes, "games side by side; a step of each, then one update", 1, 4096},
      {"scripted_lanes", &scripted_lanes, "how many of them the script plays", 0, 4096},
      {"memory", &memory, "steps remembered", 1, 1e9},
      {"first_update", &first_update, "steps remembered before learning begins", 1, 1e9},
      {"epsilon_first", &epsilon_first, "probability of a random action at the start", 0, 1},
      {"epsilon_last", &epsilon_last, "the same from epsilon_steps on", 0, 1},
      {"epsilon_steps", &epsilon_steps, "steps until epsilon_last is reached", 1, kMany},
      {"batch", &batch, "steps an update learns from", 1, 65536},
      {"rate", &rate, "learning rate of Adam, falls to a tenth", 0, 1},
      {"discount", &discount, "weight of a reward one step later", 0, 1},
      {"lookahead", &lookahead, "steps of true reward in a target", 1, 100},
      {"target_every", &target_every, "updates between copies to the target network", 1, kMany},
      {"points_unit", &points_unit, "points that make a reward of 1", 1e-3, 1e6},
      {"advice_first", &advice_first, "weight of the script's advice at the start", 0, 1e6},
      {"advice_last", &advice_last, "the same at the end", 0, 1e6},
      {"margin", &margin, "by which the advised action should be the best", 0, 1e6},
      {"checkpoint_every", &checkpoint_every, "updates between two checkpoints", 1, kMany},
  };
}

double ramp(double first, double last, double at, double end) {
  return at >= end ? last : first + (last - first) * std::max(0.0, at / end);
}

const AgentSettings& checked(const AgentSettings& settings) {
  if (settings.scripted_lanes > settings.lanes) {
    fail_input("scripted_lanes: expected at most lanes = {}, got {}", settings.lanes,
               settings.scripted_lanes);
  }
  // a lane must hold a stack, the steps looked ahead and something to choose from
  if (settings.memory < settings.lanes * (settings.lookahead + 8)) {
    fail_input("memory: expected at least {} steps for {} lanes, got {}",
               settings.lanes * (settings.lookahead + 8), settings.lanes, settings.memory);
  }
  if (settings.first_update > settings.memory ||
      settings.first_update < settings.lanes * (settings.lookahead + 8)) {
    fail_input("first_update: expected {} to memory = {}, got {}",
               settings.lanes * (settings.lookahead + 8), settings.memory, settings.first_update);
  }
  return settings;
}

}  // namespace rnem::agents
