// What a hand does to a scene.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/studio/scene.h"

namespace rnem::studio {

// Pixels and pixels per frame.
struct Edit {
  enum class Kind { kHold, kThrow, kChange, kAdd, kRemove, kDraw, kErase, kClear };

  Kind kind = Kind::kHold;
  std::size_t object = 0;
  double x = 0, y = 0;  // place, or speed of a throw
  double radius = 0;    // of a disc, or of the brush
  double mass = 0;
  std::vector<double> points = {};  // x, y, x, y, ... of a stroke
};

// The visitor's hand: what it holds stays where it is, and what it drew stays drawn.
struct Hand {
  bool holds = false;
  std::size_t object = 0;
  double x = 0, y = 0;
  std::vector<std::uint8_t> drawing;  // [H,W]; empty: nothing

  void apply(const Edit& edit, Scene& scene);
  // After the scene has moved on: what is held comes back to the hand.
  void keep_hold(Scene& scene) const;
};

// The frame as a model sees it, drawing included.
std::vector<std::uint8_t> seen_pixels(const Shown& shown, const Hand& hand);

}  // namespace rnem::studio
