// Billiards in a box that is larger than the picture: discs leave it and come in again.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rnem/worlds/billiards.h"

namespace rnem::worlds {

// `inside` has the whole box [0, side + 2 margin]²; discs() are seen from the corner of the
// picture, so that those left of it or above have negative coordinates.
class WideBilliards final : public Billiards {
 public:
  WideBilliards(double margin, std::unique_ptr<Billiards> inside);

  void advance() override;
  const std::vector<Disc>& discs() const override { return discs_; }
  const std::vector<std::uint8_t>& struck() const override { return inside_->struck(); }

 private:
  void look();

  double margin_;
  std::unique_ptr<Billiards> inside_;
  std::vector<Disc> discs_;
};

// Discs moved by (offset, offset).
std::vector<Disc> shifted(std::vector<Disc> discs, double offset);

}  // namespace rnem::worlds
