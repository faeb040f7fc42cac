// The emulator's screen of 160×210 pixels, and what a model sees of it: 84×84 binary pixels.
//
// The way from one to the other is that of Mnih et al. (2013): grey, resize to 84×110 (width ×
// height), crop 84 rows of the field of play, then a threshold of 0.0001 makes it binary. The
// resize is bilinear without smoothing: the centre of target column j is at (j + ½)·160/84 − ½ on
// the screen, that of row i at (i + ½)·210/110 − ½, and a target pixel mixes the two columns and
// two rows around it. Rows 18 .. 101 are kept. The smallest weight a pixel gets is 1/462, so any
// colour brighter than 0.05 passes the threshold: a target pixel is on exactly when one of its up
// to four source pixels is not black. Neighbouring centres are less than 2 pixels apart, so even a
// single pixel never vanishes. A piece of w pixels becomes about (w + 1)/1.9 pixels wide, and a gap
// of w pixels (w − 1)/1.9.
#pragma once

#include <array>
#include <cstdint>

#include "rnem/worlds/invaders_game.h"

namespace rnem::worlds::invaders {

inline constexpr int kViewSize = 84;      // side of what is seen, pixels
inline constexpr int kResizedRows = 110;  // of the whole screen after the resize
inline constexpr int kViewTop = 18;       // first of them that is seen

// Groups of the pieces; a pixel of the view that shows several belongs to none (0).
enum class Piece { kShip = 1, kEvenAliens, kOddAliens, kShields, kBullets };
inline constexpr int kPieces = 5;

class Screen {
 public:
  void clear() { pixels_.fill(0); }

  // All pieces of the game; those that `outcome` says are hit in the step from here are marked.
  void draw(const Game& game, const Outcome& outcome);

  void plot(int x, int y, Piece piece, bool hit);  // one pixel
  void draw(const Sprite& sprite, int x, int y, Piece piece, bool hit);

  // The view, three planes of [84,84]: on or off, group, and 1 where something is hit.
  void view(std::uint8_t* features, std::uint8_t* groups, std::uint8_t* collisions) const;

 private:
  // bit p - 1 for piece p, kHit for what is hit; 0 is black
  std::array<std::uint8_t, kScreenWidth * kScreenHeight> pixels_{};
};

}  // namespace rnem::worlds::invaders
