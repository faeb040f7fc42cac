// Which object a component stands for, from birth to death.
//
// A component keeps its object for as long as it draws it, and through the time that the object is
// hidden. It may be given up and start anew somewhere else (model/births.h): that is another
// object. One that starts on top of an object that is held already shares it: several components
// may stand for one object, until they part.
#pragma once

#include <cstdint>
#include <vector>

namespace rnem::tracking {

struct LifeRules {
  std::int64_t smallest = 4;   // model pixels: fewer are a speck
  std::int64_t confirmed = 3;  // frames in which an object was seen before it counts
  std::int64_t patience = 50;  // frames that an object may be hidden; model::kForgotten
  double jump = 8;             // model pixels that nothing goes from one frame to the next
};

// What a component holds in a frame.
struct Held {
  std::int64_t pixels = 0;
  double x = 0, y = 0;                    // their middle, model pixels
  double expected_x = 0, expected_y = 0;  // where the component thought to be, if it has a place
  bool has_place = false;
};

class Lives {
 public:
  Lives(std::int64_t k, const LifeRules& rules);

  // The next frame, one Held a component. -> the life [K] that each stands for, 0 for none; lives
  // count from 1 and are never used twice.
  std::vector<int> next(const std::vector<Held>& held);

  // Seen often enough to count as an object. Lives that end before never are.
  bool confirmed(int life) const;

 private:
  struct Component {
    int life = 0;
    std::int64_t last_seen = 0;
    double x = 0, y = 0;
  };
  struct Life {
    std::int64_t seen = 0, last_seen = 0;  // frames
    double x = 0, y = 0;
    std::int64_t pixels = 0;
  };
  bool is_another(const Component& component, const Held& held) const;
  bool has_parted(int life, const Held& held) const;
  int life_under(const Held& held) const;
  void add(int life, const Held& held);

  LifeRules rules_;
  std::vector<Component> components_;
  std::vector<Life> lives_;  // 0 is nobody
  std::int64_t frame_ = 0;
};

}  // namespace rnem::tracking
