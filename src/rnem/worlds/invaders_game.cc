#include "rnem/worlds/invaders_game.h"

#include <algorithm>

#include "rnem/core/error.h"

namespace rnem::worlds::invaders {
namespace {

// a hit takes three columns and four rows of a shield: the least that leaves a mark at 84×84
constexpr int kCraterHalfWidth = 1, kCraterDepth = 4;
constexpr int kPointsPerRow = 5;  // the lowest row counts 5, the one above 10, ...

Fleet full_fleet(const Rules& rules) {
  return {static_cast<int>(rules.rows), static_cast<int>(rules.columns),
          static_cast<int>(rules.march_period)};
}

}  // namespace

int direction_of(Action action) {
  if (action == Action::kRight || action == Action::kRightFire) return 1;
  return action == Action::kLeft || action == Action::kLeftFire ? -1 : 0;
}

bool fires(Action action) {
  return action == Action::kFire || action == Action::kRightFire || action == Action::kLeftFire;
}

Game::Game(const Rules& rules) : rules_(rules), fleet_(full_fleet(rules)) {
  RNEM_CHECK(rules.bombs <= kMostBombs && rules.lives > 0, "rules the game can be played by");
  start_game();
}

void Game::start_wave() {
  fleet_ = full_fleet(rules_);
  shields_.fill(shield_sprite());
  bullet_.flying = false;
  for (Bullet& bomb : bombs_) bomb.flying = false;
}

void Game::start_game() {
  start_wave();
  ship_x_ = kShipStart;
  lives_ = static_cast<int>(rules_.lives);
  score_ = 0;
}

Outcome Game::step(Action action, int frames, Rng& rng) {
  Outcome outcome;
  for (Sprite& shield : outcome.shields) shield = {kShieldWidth, kShieldHeight, {}};
  step_start_ = clock_;
  for (int i = 0; i < frames; ++i) frame(action, rng, outcome);
  return outcome;
}

void Game::frame(Action action, Rng& rng, Outcome& outcome) {
  ++clock_;
  // the field stands still until the next ship is there
  if (pause_ > 0) {
    if (--pause_ > 0) return;
    ship_x_ = kShipStart;
    if (lives_ == 0) start_game();
    return;
  }
  steer(action);
  march(outcome);
  if (has_ship()) fly_bullet(outcome);
  for (int bomb = 0; bomb < kMostBombs && has_ship(); ++bomb) fly_bomb(bomb, outcome);
  if (has_ship()) drop_bomb(rng);
  if (fleet_.count() == 0) {
    outcome.cleared = true;
    start_wave();
  }
}

void Game::steer(Action action) {
  ship_x_ =
      std::clamp(ship_x_ + direction_of(action) * kShipSpeed, kFieldLeft, kFieldRight - kShipWidth);
  if (fires(action) && !bullet_.flying) {
    bullet_ = {true, ship_x_ + kGun, kShipTop - kBulletHeight, clock_};
  }
}

void Game::march(Outcome& outcome) {
  fleet_.advance();
  if (fleet_.bottom() <= kShieldTop) return;
  // aliens trample the shields they walk over
  for (int shield = 0; shield < kShields; ++shield) {
    for (int y = 0; y < kShieldHeight; ++y) {
      for (int x = 0; x < kShieldWidth; ++x) {
        if (fleet_.at(shield_x(shield) + x, kShieldTop + y)) erode(shield, x, y, outcome);
      }
    }
  }
  if (fleet_.bottom() > kShipTop) lose_ship(lives_, outcome);
}

void Game::fly_bullet(Outcome& outcome) {
  // pixel by pixel, so that nothing is jumped over
  for (int i = 0; i < kBulletSpeed && bullet_.flying; ++i) {
    if (--bullet_.y < kFieldTop) {
      bullet_.flying = false;
      return;
    }
    const auto cell = fleet_.at(bullet_.x, bullet_.y);
    if (cell) {
      fleet_.destroy(*cell);
      outcome.aliens[cell->column] |= static_cast<std::uint8_t>(1u << cell->row);
      const int points = kPointsPerRow * (fleet_.rows() - cell->row);
      outcome.points += points;
      score_ += points;
    }
    if (cell || hit_shield(bullet_.x, bullet_.y, -1, outcome)) {
      bullet_.flying = false;
      outcome.contact = true;
      outcome.bullet = outcome.bullet || bullet_.born <= step_start_;
    }
  }
}

void Game::fly_bomb(int index, Outcome& outcome) {
  Bullet& bomb = bombs_[index];
  for (int i = 0; i < kBombSpeed && bomb.flying; ++i) {
    const int tip = ++bomb.y + kBulletHeight - 1;
    if (tip >= kFieldBottom) {
      bomb.flying = false;
      return;
    }
    const bool ship = tip >= kShipTop && bomb.x >= ship_x_ && bomb.x < ship_x_ + kShipWidth;
    if (!ship && !hit_shield(bomb.x, tip, 1, outcome)) continue;
    bomb.flying = false;
    outcome.contact = true;
    outcome.bombs[index] = outcome.bombs[index] || bomb.born <= step_start_;
    if (ship) lose_ship(1, outcome);
  }
}

void Game::drop_bomb(Rng& rng) {
  if (fleet_.count() == 0 || !rng.flip(rules_.bomb_rate)) return;
  const auto end = bombs_.begin() + rules_.bombs;
  const auto bomb = std::find_if(bombs_.begin(), end, [](const Bullet& b) { return !b.flying; });
  if (bomb == end) return;
  // the lowest alien of any column that has one
  std::array<int, kMostColumns> columns{};
  int count = 0;
  for (int column = 0; column < fleet_.columns(); ++column) {
    if (fleet_.lowest(column) >= 0) columns[count++] = column;
  }
  const int column = columns[rng.below(static_cast<std::uint64_t>(count))];
  const int y = fleet_.y(fleet_.lowest(column)) + kAlienHeight;
  *bomb = {true, fleet_.x(column) + kAlienWidth / 2, y, clock_};
}

bool Game::shield_at(int x, int y) const {
  for (int shield = 0; shield < kShields; ++shield) {
    if (shields_[shield].at(x - shield_x(shield), y - kShieldTop)) return true;
  }
  return false;
}

bool Game::hit_shield(int x, int y, int direction, Outcome& outcome) {
  if (!shield_at(x, y)) return false;
  const int shield = (x - kShieldLeft) / kShieldPitch;
  const int left = x - shield_x(shield) - kCraterHalfWidth, top = y - kShieldTop;
  for (int depth = 0; depth < kCraterDepth; ++depth) {
    for (int i = 0; i <= 2 * kCraterHalfWidth; ++i) {
      erode(shield, left + i, top + direction * depth, outcome);
    }
  }
  return true;
}

void Game::erode(int shield, int x, int y, Outcome& outcome) {
  if (!shields_[shield].at(x, y)) return;
  shields_[shield].rows[y] &= static_cast<std::uint16_t>(~(1u << x));
  outcome.shields[shield].rows[y] |= static_cast<std::uint16_t>(1u << x);
  outcome.contact = true;
}

void Game::lose_ship(int lives, Outcome& outcome) {
  lives_ -= lives;
  pause_ = kPause;
  bullet_.flying = false;
  for (Bullet& bomb : bombs_) bomb.flying = false;
  outcome.ship = outcome.contact = true;
  outcome.lost = outcome.lost || lives_ == 0;
}

}  // namespace rnem::worlds::invaders
