// Players compared: the same games for everyone, and what they score.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/agents/agent_settings.h"
#include "rnem/observer.h"
#include "rnem/worlds/invaders_player.h"

namespace rnem::agents {

struct Standing {
  std::string player;
  std::int64_t games = 0;
  double score = 0;  // mean of the games
  double error = 0;  // its standard error
  double ships = 0;  // lost in a game, mean
  double steps = 0;  // of a game, mean
};

// `games` games by the rules and with the longest game of the settings. Game i has the same stream
// of chances for every player.
Standing play_games(std::string player, const worlds::invaders::PlayerMaker& maker, double epsilon,
                    const AgentSettings& settings, std::int64_t games, Observer& observer);

// Points that `a` is ahead of `b`, in units of the standard error of the difference.
double lead(const Standing& a, const Standing& b);

std::string to_table(const std::vector<Standing>& standings);

}  // namespace rnem::agents
