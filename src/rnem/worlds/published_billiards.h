// Billiards as the paper's datasets have them: two half steps a frame, bounces after the fact.
//
// A half step is x <- x + v / 2; then on every axis v <- |v| where x - r < 0 and v <- -|v| where
// x + r > side; then every pair i < j, in order, that overlaps (|x_i - x_j| < r_i + r_j) and
// approaches exchanges the normal parts of its velocities by the masses. Positions are never
// corrected: a disc may overlap a wall or another disc for a frame.
#pragma once

#include <cstdint>
#include <vector>

#include "rnem/worlds/billiards.h"

namespace rnem::worlds {

class PublishedBilliards final : public Billiards {
 public:
  PublishedBilliards(double side, std::vector<Disc> discs);

  void advance() override;
  const std::vector<Disc>& discs() const override { return discs_; }
  const std::vector<std::uint8_t>& struck() const override { return struck_; }

 private:
  void half_step();

  double side_;
  std::vector<Disc> discs_;
  std::vector<std::uint8_t> struck_;
};

}  // namespace rnem::worlds
