#include "rnem/worlds/invaders_screen.h"

#include <bit>

#include "rnem/core/error.h"

namespace rnem::worlds::invaders {
namespace {

constexpr std::uint8_t kHit = 0x80;

// The source pixels with a weight in a target pixel: `first` and, unless they coincide, the next.
struct Taps {
  int first = 0, second = 0;
};

// Centre of target pixel i of `targets` on an axis of `sources` pixels, (2i + 1)·s/(2t) − ½, as the
// fraction ((2i + 1)·s − t) / 2t: exact, so a centre on a pixel gives its neighbour no weight.
constexpr Taps taps(int i, int sources, int targets) {
  const int numerator = (2 * i + 1) * sources - targets, denominator = 2 * targets;
  const int first = numerator / denominator;
  return {first, numerator % denominator == 0 ? first : first + 1};
}

using ViewTaps = std::array<Taps, kViewSize>;

constexpr ViewTaps make_taps(int offset, int sources, int targets) {
  ViewTaps result{};
  for (int i = 0; i < kViewSize; ++i) result[i] = taps(i + offset, sources, targets);
  return result;
}

constexpr ViewTaps kColumnTaps = make_taps(0, kScreenWidth, kViewSize);
constexpr ViewTaps kRowTaps = make_taps(kViewTop, kScreenHeight, kResizedRows);
static_assert(kColumnTaps[83].second < kScreenWidth);
static_assert(kRowTaps[0].first == kFieldTop && kRowTaps[83].second == kFieldBottom - 1);

std::uint8_t group_of(std::uint8_t pieces) {
  return std::has_single_bit(pieces) ? static_cast<std::uint8_t>(std::bit_width(pieces)) : 0;
}

// From the bottom up: two rows of each kind of alien, as their points grow.
int kind_of(const Fleet& fleet, int row) { return (fleet.rows() - 1 - row) / 2 % kAlienKinds; }

}  // namespace

void Screen::plot(int x, int y, Piece piece, bool hit) {
  RNEM_CHECK(x >= 0 && x < kScreenWidth && y >= 0 && y < kScreenHeight, "a pixel of the screen");
  const auto bit = static_cast<std::uint8_t>(1u << (static_cast<int>(piece) - 1));
  pixels_[y * kScreenWidth + x] |= hit ? bit | kHit : bit;
}

void Screen::draw(const Sprite& sprite, int x, int y, Piece piece, bool hit) {
  for (int dy = 0; dy < sprite.height; ++dy) {
    for (unsigned row = sprite.rows[dy]; row != 0; row &= row - 1) {
      plot(x + std::countr_zero(row), y + dy, piece, hit);
    }
  }
}

void Screen::draw(const Game& game, const Outcome& outcome) {
  const Fleet& fleet = game.fleet();
  for (int column = 0; column < fleet.columns(); ++column) {
    const Piece piece = column % 2 == 0 ? Piece::kEvenAliens : Piece::kOddAliens;
    for (int row = 0; row < fleet.rows(); ++row) {
      if (!fleet.alive({row, column})) continue;
      draw(alien_sprite(kind_of(fleet, row), fleet.pose()), fleet.x(column), fleet.y(row), piece,
           outcome.alien({row, column}));
    }
  }
  for (int shield = 0; shield < kShields; ++shield) {
    draw(game.shields()[shield], Game::shield_x(shield), kShieldTop, Piece::kShields, false);
    draw(outcome.shields[shield], Game::shield_x(shield), kShieldTop, Piece::kShields, true);
  }
  if (game.has_ship()) {
    draw(ship_sprite(), game.ship_x(), kShipTop, Piece::kShip, outcome.ship);
  }
  const auto draw_bullet = [&](const Bullet& bullet, bool hit) {
    if (!bullet.flying) return;
    for (int i = 0; i < kBulletHeight; ++i) plot(bullet.x, bullet.y + i, Piece::kBullets, hit);
  };
  draw_bullet(game.bullet(), outcome.bullet);
  for (int i = 0; i < kMostBombs; ++i) draw_bullet(game.bombs()[i], outcome.bombs[i]);
}

void Screen::view(std::uint8_t* features, std::uint8_t* groups, std::uint8_t* collisions) const {
  for (int i = 0; i < kViewSize; ++i) {
    // one row of the height that the resize gives, at full width
    std::array<std::uint8_t, kScreenWidth> row;
    const std::uint8_t* first = &pixels_[kRowTaps[i].first * kScreenWidth];
    const std::uint8_t* second = &pixels_[kRowTaps[i].second * kScreenWidth];
    for (int x = 0; x < kScreenWidth; ++x) row[x] = first[x] | second[x];
    for (int j = 0; j < kViewSize; ++j) {
      const std::uint8_t mixed = row[kColumnTaps[j].first] | row[kColumnTaps[j].second];
      const auto pieces = static_cast<std::uint8_t>(mixed & ~kHit);
      *features++ = pieces != 0;
      *groups++ = group_of(pieces);
      *collisions++ = (mixed & kHit) != 0;
    }
  }
}

}  // namespace rnem::worlds::invaders
