// Elastic discs in a square box, moved on frame by frame.
//
// ExactBilliards is what hard discs do; PublishedBilliards is the stepped approximation that the
// paper's datasets were made with.
#pragma once

#include <cstdint>
#include <vector>

#include "rnem/worlds/disc.h"

namespace rnem::worlds {

class Billiards {
 public:
  virtual ~Billiards() = default;

  // Moves on by one frame, the unit of time.
  virtual void advance() = 0;

  virtual const std::vector<Disc>& discs() const = 0;

  // [n] 1 on discs that bounced off another disc in the last advance(); walls do not count.
  virtual const std::vector<std::uint8_t>& struck() const = 0;
};

}  // namespace rnem::worlds
