#include "rnem/worlds/invaders_agent.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <vector>

namespace rnem::worlds::invaders {
namespace {

// frames looked ahead: a bullet crosses the field in 38, and the ship walks to its place before
constexpr int kHorizon = 64;
constexpr int kMostSteps = 5;    // longest way a plan goes, steps
constexpr int kBombCost = 1000;  // outweighs any distance
constexpr int kShieldCost = 12;  // pixels of detour that a free line of fire is worth
constexpr int kMargin = 1;       // pixels kept from a bomb
constexpr std::array<int, 3> kDirections = {0, 1, -1};

// The fleet in every coming frame, if nothing hits it.
using Forecast = std::vector<Fleet>;

Forecast forecast(const Game& game) {
  Forecast fleets{game.fleet()};
  fleets.reserve(kHorizon + 1);
  while (fleets.size() <= kHorizon) fleets.emplace_back(fleets.back()).advance();
  return fleets;
}

int clamp_ship(int x) { return std::clamp(x, kFieldLeft, kFieldRight - kShipWidth); }

bool behind_shield(const Game& game, int gun) {
  for (int y = 0; y < kShieldHeight; ++y) {
    if (game.shield_at(gun, kShieldTop + y)) return true;
  }
  return false;
}

// Would a bullet fired from column `gun` now meet an alien?
bool shot_meets_alien(const Game& game, const Forecast& fleets, int gun) {
  if (behind_shield(game, gun)) return false;
  for (int t = 1, y = kShipTop - kBulletHeight; t <= kHorizon; ++t) {
    for (int i = 0; i < kBulletSpeed; ++i) {
      if (--y < kFieldTop) return false;
      if (fleets[t].at(gun, y)) return true;
    }
  }
  return false;
}

// How far the ship is from the place where a shot will meet the lowest alien of a column: it walks
// for |distance| frames, then the bullet flies, and the aliens march all the while.
int distance_to(const Game& game, const Forecast& fleets, int column) {
  const int row = game.fleet().lowest(column), gun = game.ship_x() + kGun;
  const int flight = (kShipTop - game.fleet().y(row) - kAlienHeight) / kBulletSpeed;
  const auto place = [&](int walk) {
    return fleets[std::clamp(walk + flight, 0, kHorizon)].x(column) + kAlienWidth / 2 - gun;
  };
  return place(std::abs(place(0)));
}

// The same for the column that costs least to go for; 0 when no alien is left.
int way_to_target(const Game& game, const Forecast& fleets) {
  int best = 0, least = std::numeric_limits<int>::max();
  for (int column = 0; column < game.fleet().columns(); ++column) {
    if (game.fleet().lowest(column) < 0) continue;
    const int distance = distance_to(game, fleets, column);
    const int gun = clamp_ship(game.ship_x() + distance) + kGun;
    const int cost = std::abs(distance) + (behind_shield(game, gun) ? kShieldCost : 0);
    if (cost < least) {
      least = cost;
      best = distance;
    }
  }
  return best;
}

// Bombs that hit a ship which walks in `direction` for `walk` frames and then stands.
int bombs_met(const Game& game, int direction, int walk) {
  int met = 0;
  for (const Bullet& bomb : game.bombs()) {
    if (!bomb.flying) continue;
    const int tip = bomb.y + kBulletHeight - 1;
    const int enters = std::max(1, (kShipTop - tip) / kBombSpeed);
    const int leaves = (kFieldBottom - tip) / kBombSpeed + 1;
    for (int t = enters; t <= leaves; ++t) {
      const int x = clamp_ship(game.ship_x() + direction * kShipSpeed * std::min(t, walk));
      if (bomb.x >= x - kMargin && bomb.x < x + kShipWidth + kMargin) {
        ++met;
        break;
      }
    }
  }
  return met;
}

Action action_of(int direction, bool fire) {
  if (direction > 0) return fire ? Action::kRightFire : Action::kRight;
  if (direction < 0) return fire ? Action::kLeftFire : Action::kLeft;
  return fire ? Action::kFire : Action::kNoop;
}

}  // namespace

Action Agent::act(const Game& game, Rng& rng) {
  if (rng.flip(epsilon_)) return static_cast<Action>(rng.below(kActions));
  return game.has_ship() ? best_action(game) : Action::kNoop;
}

Action Agent::best_action(const Game& game) const {
  const Forecast fleets = forecast(game);
  const int goal = game.ship_x() + way_to_target(game, fleets);
  // walk one way for some steps, then stand: the plan that meets no bomb and ends nearest the goal
  int best = 0, least = std::numeric_limits<int>::max();
  for (int steps = 0; steps <= kMostSteps; ++steps) {
    for (const int direction : kDirections) {
      if ((steps == 0) != (direction == 0)) continue;
      const int walk = steps * frames_;
      const int end = clamp_ship(game.ship_x() + direction * kShipSpeed * walk);
      const int cost = kBombCost * bombs_met(game, direction, walk) + std::abs(goal - end);
      if (cost < least) {
        least = cost;
        best = direction;
      }
    }
  }
  // the gun moves before it fires
  const int gun = clamp_ship(game.ship_x() + best * kShipSpeed) + kGun;
  return action_of(best, !game.bullet().flying && shot_meets_alien(game, fleets, gun));
}

}  // namespace rnem::worlds::invaders
