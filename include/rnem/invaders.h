// The invaders game, played from outside one action at a time, as learners of games have it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace rnem {

class InvadersGame {
 public:
  static constexpr int kSize = 84;  // of a frame, pixels
  // what a step can do, by its number
  static constexpr std::array<const char*, 6> kActions = {"NOOP", "FIRE",      "RIGHT",
                                                          "LEFT", "RIGHTFIRE", "LEFTFIRE"};

  // A game of its own for every seed; an action is held for `frame_skip` frames of it. InputError
  // unless that is 1 to 16.
  explicit InvadersGame(std::uint64_t seed, int frame_skip = 4);
  ~InvadersGame();
  InvadersGame(InvadersGame&&) noexcept;
  InvadersGame& operator=(InvadersGame&&) noexcept;

  struct Turn {
    int points = 0;     // scored in this step
    bool lost = false;  // the last ship; the next game begins by itself
  };
  Turn step(int action);  // InputError unless it is one of kActions

  struct View {
    std::vector<std::uint8_t> frame;   // [84,84] of zeros and ones
    std::vector<std::uint8_t> groups;  // [84,84] 0 background and overlap, else 1 ship, 2 and 3
                                       // aliens by rows, 4 shields, 5 bullets
  };
  View view() const;

  int score() const;
  int lives() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rnem
