// What a player sees: the last four frames of the game, binary and folded.
//
// The network's first layer is an 8×8 convolution of stride 4. On an image folded into blocks of
// 4×4 pixels, [84,84] -> [16,21,21] with channel 4·(y % 4) + x % 4, it is a 2×2 convolution of
// stride 1: the same sums, but over 64 channels of four frames, which processors like better than
// 4. So frames are folded once, when they are seen, and stay so.
#pragma once

#include <array>
#include <cstdint>

#include "rnem/worlds/invaders_screen.h"

namespace rnem::agents {

inline constexpr int kStack = 4;  // frames seen at once
inline constexpr int kFold = 4;   // side of a block, pixels
inline constexpr int kFolded = worlds::invaders::kViewSize / kFold;
inline constexpr int kViewPixels = worlds::invaders::kViewSize * worlds::invaders::kViewSize;
inline constexpr int kViewBytes = kViewPixels / 8;
inline constexpr int kStackChannels = kStack * kFold * kFold;

// One frame: bit i % 8 of byte i / 8 is number i of [16,21,21].
using View = std::array<std::uint8_t, kViewBytes>;

View look(const worlds::invaders::Game& game);

void unpack(const View& view, float* pixels);  // [16,21,21] of 0 and 1

// The last frames of one game. Before there are four, the first stands for those that are missing.
class ViewStack {
 public:
  void clear() { count_ = 0; }
  void push(const View& view);
  void unpack(float* pixels) const;  // [64,21,21], oldest frame first

 private:
  std::array<View, kStack> views_{};
  int count_ = 0;
};

}  // namespace rnem::agents
