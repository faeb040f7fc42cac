// Settings for a training that takes no time: a small game, a small memory.
#pragma once

#include "rnem/agents/agent_settings.h"

namespace rnem::testing {

inline agents::AgentSettings tiny_agent() {
  agents::AgentSettings settings;
  settings.rules.rows = 1;
  settings.rules.columns = 3;
  settings.game_steps = 40;
  settings.lanes = 3;
  settings.scripted_lanes = 1;
  settings.memory = 300;
  settings.first_update = 90;
  settings.steps = 900;
  settings.epsilon_steps = 300;
  settings.batch = 4;
  settings.target_every = 20;
  return settings;
}

}  // namespace rnem::testing
