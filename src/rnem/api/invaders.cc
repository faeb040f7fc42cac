#include "rnem/invaders.h"

#include "rnem/core/error.h"
#include "rnem/worlds/invaders_screen.h"

namespace rnem {

using worlds::invaders::Action;

static_assert(InvadersGame::kSize == worlds::invaders::kViewSize);
static_assert(InvadersGame::kActions.size() == worlds::invaders::kActions);

struct InvadersGame::Impl {
  int frame_skip;
  Rng rng;
  worlds::invaders::Game game{worlds::invaders::Rules{}};
};

InvadersGame::InvadersGame(std::uint64_t seed, int frame_skip) {
  constexpr int kMost = 16;
  if (frame_skip < 1 || frame_skip > kMost) {
    fail_input("frame_skip: expected 1 to {}, got {}", kMost, frame_skip);
  }
  impl_ = std::make_unique<Impl>(Impl{frame_skip, Rng(seed, "invaders game")});
}
InvadersGame::~InvadersGame() = default;
InvadersGame::InvadersGame(InvadersGame&&) noexcept = default;
InvadersGame& InvadersGame::operator=(InvadersGame&&) noexcept = default;

InvadersGame::Turn InvadersGame::step(int action) {
  if (action < 0 || action >= static_cast<int>(kActions.size())) {
    fail_input("action: expected 0 to {}, got {}", kActions.size() - 1, action);
  }
  const auto outcome = impl_->game.step(static_cast<Action>(action), impl_->frame_skip, impl_->rng);
  return {outcome.points, outcome.lost};
}

InvadersGame::View InvadersGame::view() const {
  View view;
  view.frame.resize(kSize * kSize);
  view.groups.resize(kSize * kSize);
  std::vector<std::uint8_t> hits(kSize * kSize);
  worlds::invaders::Screen screen;
  screen.draw(impl_->game, {});
  screen.view(view.frame.data(), view.groups.data(), hits.data());
  return view;
}

int InvadersGame::score() const { return impl_->game.score(); }
int InvadersGame::lives() const { return impl_->game.lives(); }

}  // namespace rnem
