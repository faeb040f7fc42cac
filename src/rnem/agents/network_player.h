// A trained network as a player of the game.
#pragma once

#include <memory>

#include "rnem/agents/q_network.h"
#include "rnem/agents/view.h"
#include "rnem/worlds/invaders_player.h"

namespace rnem::agents {

// Takes the action of the highest value. Computes on the calling thread alone, so that what it does
// depends neither on the number of threads nor on what else they do.
class NetworkPlayer final : public worlds::invaders::Player {
 public:
  NetworkPlayer(std::shared_ptr<const QNetwork> network, double epsilon);

  worlds::invaders::Action act(const worlds::invaders::Game& game, Rng& rng) override;

 private:
  std::shared_ptr<const QNetwork> network_;
  double epsilon_;
  ViewStack seen_;
  int lives_ = 0;  // when it last looked
};

worlds::invaders::PlayerMaker network_players(std::shared_ptr<const QNetwork> network);

}  // namespace rnem::agents
