// The steps of the last games, to learn from again and again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rnem/agents/view.h"
#include "rnem/rng.h"

namespace rnem::agents {

inline constexpr std::uint8_t kAllActions = (1u << worlds::invaders::kActions) - 1;

// One step: what was seen, what was done, what came of it.
struct Moment {
  View view;
  std::uint8_t action = 0;
  std::uint8_t advice = kAllActions;  // bit a: to the script, action a is as good as any
  bool first = false;                 // of its game
  bool ship_lost = false;             // in this step; what comes later is not its merit
  float reward = 0;
};

// Several games go on side by side, each in a lane of its own: a ring of its last moments.
class ReplayMemory {
 public:
  struct Place {
    int lane = 0;
    std::int64_t moment = 0;  // from the oldest that is remembered
  };

  // What followed a moment: r0 + g r1 + ... + g^(k-1) r(k-1), where k is n or, when a ship is lost
  // before that, the number of steps up to and with the loss.
  struct Future {
    float reward = 0;
    std::optional<Place> next;  // n steps later, unless a ship was lost on the way
  };

  ReplayMemory(int lanes, std::int64_t moments);  // moments of all lanes together

  void push(int lane, const Moment& moment);

  std::int64_t size(int lane) const;
  const Moment& at(Place place) const;

  // The moment and the three before it, [64,21,21]; before its game's first moment, that moment.
  // Nothing is written and false returned when some of them are forgotten.
  bool stack(Place place, float* pixels) const;

  // Empty when the n steps are not over yet, or the game was broken off before.
  std::optional<Future> future(Place place, int n, double discount) const;

  // A place whose stack and future are known, all such places alike.
  Place draw(int n, Rng& rng) const;

 private:
  std::int64_t oldest_of_stack(Place place) const;  // negative when forgotten

  struct Ring {
    std::vector<Moment> moments;
    std::size_t oldest = 0;
  };
  std::vector<Ring> rings_;
  std::size_t capacity_;  // of a ring
};

}  // namespace rnem::agents
