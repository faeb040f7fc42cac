// A game in the manner of Space Invaders, played by a script or whoever is put in its place: 84×84
// binary frames with the player's actions.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "rnem/core/options.h"
#include "rnem/world.h"
#include "rnem/worlds/invaders_game.h"
#include "rnem/worlds/invaders_player.h"

namespace rnem::worlds {

// The defaults are invaders84.
struct InvadersDef {
  invaders::Rules rules;
  std::int64_t frame_skip = 4;  // frames of the game from one frame of a sequence to the next
  double epsilon = 0.1;         // probability that the agent's action is a random one
  std::int64_t warmup = 400;    // steps played before a sequence begins, at most; each number alike

  OptionTable options();
};

// Sequences have features, groups (invaders_screen.h), collisions, events and actions; row t of the
// actions holds from frame t to frame t + 1. Positions and the like stay empty: a group is a class
// of pieces here, which has no place of its own.
std::unique_ptr<World> make_world(const InvadersDef& def, std::string_view source);

// The same game with another player in place of the script; one is made for every sequence. Null
// when `world` is not this game. The world's TOML does not tell who plays.
std::unique_ptr<World> with_player(const World& world, invaders::PlayerMaker player);

}  // namespace rnem::worlds
