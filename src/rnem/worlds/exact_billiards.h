// Elastic discs in a square box, simulated from event to event.
//
// Between events every disc moves in a straight line, so the next bounce is known in closed form:
// the simulator jumps from bounce to bounce and is exact up to rounding, whatever the frame rate.
#pragma once

#include <cstdint>
#include <vector>

#include "rnem/worlds/billiards.h"

namespace rnem::worlds {

class ExactBilliards final : public Billiards {
 public:
  // Discs inside [0, side]² that do not overlap.
  ExactBilliards(double side, std::vector<Disc> discs);

  // Moves on by `duration` frames. Events at the same instant are taken in the order of the discs,
  // one pair at a time, until no touching pair approaches each other.
  void advance(double duration);

  void advance() override { advance(1.0); }
  const std::vector<Disc>& discs() const override { return discs_; }
  const std::vector<std::uint8_t>& struck() const override { return struck_; }

  // How often discs bounced since the start, off each other and off walls.
  std::int64_t bounces() const { return bounces_; }

 private:
  struct Event {
    double time = kNever;  // since the start of this advance()
    int partner = -1;      // another disc, or -1 for a wall
  };

  void predict(int i, double now);
  void forget(int i, double now);
  void resolve(int i);
  void move(double time);

  double side_;
  double rest_;  // closing speed of touching discs that is rounding, not motion
  std::vector<Disc> discs_;
  std::vector<Event> next_;  // [n] the first event of every disc, as far as predicted
  std::vector<std::uint8_t> struck_;
  std::int64_t bounces_ = 0;
};

}  // namespace rnem::worlds
