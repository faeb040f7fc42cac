// The rules: a ship that shoots at a fleet of aliens over three shields, and their bombs.
#pragma once

#include <array>
#include <cstdint>

#include "rnem/rng.h"
#include "rnem/worlds/invaders_field.h"
#include "rnem/worlds/invaders_fleet.h"
#include "rnem/worlds/invaders_sprites.h"

namespace rnem::worlds::invaders {

// In the order of the emulator's actions for Space Invaders.
enum class Action { kNoop, kFire, kRight, kLeft, kRightFire, kLeftFire };
inline constexpr int kActions = 6;

int direction_of(Action action);  // 1 right, -1 left, 0 neither
bool fires(Action action);

struct Rules {
  std::int64_t rows = 6, columns = 6;  // of aliens
  std::int64_t march_period = 16;      // frames between moves of a full fleet
  double bomb_rate = 0.03;             // probability that an alien drops a bomb in a frame
  std::int64_t bombs = 3;              // in flight at once, at most
  std::int64_t lives = 3;              // ships of a game
};

// The ship's bullet or an alien's bomb: one column, kBulletHeight rows from y down.
struct Bullet {
  bool flying = false;
  int x = 0, y = 0;
  std::int64_t born = 0;  // frame of the game it was fired in
};

// What a step of several frames did to the pieces that were there before it.
struct Outcome {
  std::array<std::uint8_t, kMostColumns> aliens{};  // bit r of aliens[c]: shot
  std::array<Sprite, kShields> shields{};           // pixels shot or trampled away
  bool ship = false;                                // hit, or the aliens have landed
  bool bullet = false;                              // hit something
  std::array<bool, kMostBombs> bombs{};             // hit something
  bool contact = false;                             // anything hit anything
  int points = 0;                                   // scored
  bool cleared = false, lost = false;               // the last alien, the last ship

  bool alien(Fleet::Cell cell) const { return ((aliens[cell.column] >> cell.row) & 1) != 0; }
};

// A game as a value: a copy plays on by itself. After a loss a new game begins; when the fleet is
// destroyed the next one comes and the shields are whole again.
class Game {
 public:
  explicit Game(const Rules& rules);

  // `frames` frames with the same action.
  Outcome step(Action action, int frames, Rng& rng);

  const Fleet& fleet() const { return fleet_; }
  bool has_ship() const { return pause_ == 0; }
  int ship_x() const { return ship_x_; }  // left edge
  const Bullet& bullet() const { return bullet_; }
  const std::array<Bullet, kMostBombs>& bombs() const { return bombs_; }
  const std::array<Sprite, kShields>& shields() const { return shields_; }
  int lives() const { return lives_; }  // with the ship that is flying
  int score() const { return score_; }  // of this game

  static int shield_x(int shield) { return kShieldLeft + shield * kShieldPitch; }
  bool shield_at(int x, int y) const;

 private:
  void start_wave();
  void start_game();
  void frame(Action action, Rng& rng, Outcome& outcome);
  void steer(Action action);
  void march(Outcome& outcome);
  void fly_bullet(Outcome& outcome);
  void fly_bomb(int bomb, Outcome& outcome);
  void drop_bomb(Rng& rng);
  bool hit_shield(int x, int y, int direction, Outcome& outcome);
  void erode(int shield, int x, int y, Outcome& outcome);
  void lose_ship(int lives, Outcome& outcome);

  Rules rules_;
  Fleet fleet_;
  std::array<Sprite, kShields> shields_{};
  int ship_x_ = kShipStart;
  Bullet bullet_;
  std::array<Bullet, kMostBombs> bombs_{};
  int lives_ = 0, score_ = 0;
  int pause_ = 0;                            // frames until the next ship appears
  std::int64_t clock_ = 0, step_start_ = 0;  // frames of the game: now, when the step began
};

}  // namespace rnem::worlds::invaders
