#include "rnem/studio/game_scene.h"

#include <algorithm>

#include "rnem/worlds/invaders_screen.h"

namespace rnem::studio {

namespace invaders = worlds::invaders;

worlds::Shape GameScene::shape() const {
  worlds::Shape shape;
  shape.height = shape.width = invaders::kViewSize;
  shape.max_objects = invaders::kPieces;
  shape.actions = invaders::kActions;
  return shape;
}

Shown GameScene::shown() const {
  constexpr std::size_t kPixels = std::size_t(invaders::kViewSize) * invaders::kViewSize;
  Shown now;
  now.objects = invaders::kPieces;
  now.pixels.resize(kPixels);
  now.groups.resize(kPixels);
  std::vector<std::uint8_t> hits(kPixels);
  invaders::Screen screen;
  screen.draw(game_, {});
  screen.view(now.pixels.data(), now.groups.data(), hits.data());
  return now;
}

void GameScene::advance(int action) {
  const int known = std::clamp(action, 0, invaders::kActions - 1);
  game_.step(static_cast<invaders::Action>(known), kFrameSkip, rng_);
}

std::unique_ptr<Scene> open_game(std::uint64_t seed) { return std::make_unique<GameScene>(seed); }

}  // namespace rnem::studio
