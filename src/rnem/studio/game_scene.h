// Space Invaders, played by the visitor.
#pragma once

#include "rnem/rng.h"
#include "rnem/studio/scene.h"
#include "rnem/worlds/invaders_game.h"

namespace rnem::studio {

class GameScene final : public Scene {
 public:
  static constexpr int kFrameSkip = 4;  // frames of the game a step, as models are trained on

  explicit GameScene(std::uint64_t seed) : rng_(seed, "studio game") {}

  std::unique_ptr<Scene> copy() const override { return std::make_unique<GameScene>(*this); }
  worlds::Shape shape() const override;
  Shown shown() const override;
  void advance(int action) override;
  int score() const override { return game_.score(); }
  int lives() const override { return game_.lives(); }
  bool is_game() const override { return true; }

 private:
  Rng rng_;
  worlds::invaders::Game game_{worlds::invaders::Rules{}};
};

}  // namespace rnem::studio
