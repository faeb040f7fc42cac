// What a player is trained with, as data.
#pragma once

#include <cstdint>

#include "rnem/core/options.h"
#include "rnem/worlds/invaders_game.h"

namespace rnem::agents {

struct AgentSettings {
  worlds::invaders::Rules rules;   // of the game that is learned
  std::int64_t frame_skip = 4;     // frames of the game an action is held for: one step
  std::int64_t game_steps = 1000;  // longest game, steps

  std::int64_t steps = 400'000;       // of all games together, until training ends
  std::int64_t lanes = 8;             // games side by side; a step of each, then one update
  std::int64_t scripted_lanes = 2;    // how many of them the script plays
  std::int64_t memory = 320'000;      // steps remembered
  std::int64_t first_update = 8'000;  // steps remembered before learning begins
  double epsilon_first = 0.3;         // probability of a random action, at the start ...
  double epsilon_last = 0.1;          // ... and from epsilon_steps on
  std::int64_t epsilon_steps = 30'000;

  std::int64_t batch = 32;
  double rate = 8e-4;               // of Adam; falls linearly to a tenth over the training
  double discount = 0.97;           // a step
  std::int64_t lookahead = 5;       // steps of true reward in a target
  std::int64_t target_every = 300;  // updates between two copies to the target network
  double points_unit = 20;          // points that make a reward of 1
  double advice_first = 2.0;        // weight of the script's advice in the loss, at the start ...
  double advice_last = 0.5;         // ... and at the end
  double margin = 0.2;              // by which the advised action should be the best

  std::int64_t checkpoint_every = 2000;  // updates
  std::uint64_t seed = 1;

  OptionTable options();  // all but the seed
};

// Linear from `first` at 0 to `last` at `end`, and `last` from there on.
double ramp(double first, double last, double at, double end);

// The settings themselves; InputError when they do not go together.
const AgentSettings& checked(const AgentSettings& settings);

}  // namespace rnem::agents
