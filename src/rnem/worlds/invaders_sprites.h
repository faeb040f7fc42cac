// Pictures of the pieces of the game, in pixels of the 160×210 screen.
#pragma once

#include <array>
#include <cstdint>

namespace rnem::worlds::invaders {

// A binary picture of at most 16×16 pixels.
struct Sprite {
  int width = 0, height = 0;
  std::array<std::uint16_t, 16> rows{};  // bit x of rows[y] is pixel (x, y)

  bool at(int x, int y) const {
    return x >= 0 && x < width && y >= 0 && y < height && ((rows[y] >> x) & 1) != 0;
  }
  friend bool operator==(const Sprite&, const Sprite&) = default;
};

inline constexpr int kAlienKinds = 3, kAlienPoses = 2;

const Sprite& alien_sprite(int kind, int pose);  // 8×10; they march from pose to pose
const Sprite& ship_sprite();                     // 7×10
const Sprite& shield_sprite();                   // 12×16, before anything hit it

}  // namespace rnem::worlds::invaders
