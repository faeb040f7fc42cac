#include "rnem/worlds/wide_billiards.h"

#include <utility>

namespace rnem::worlds {

WideBilliards::WideBilliards(double margin, std::unique_ptr<Billiards> inside)
    : margin_(margin), inside_(std::move(inside)) {
  look();
}

void WideBilliards::advance() {
  inside_->advance();
  look();
}

void WideBilliards::look() { discs_ = shifted(inside_->discs(), -margin_); }

std::vector<Disc> shifted(std::vector<Disc> discs, double offset) {
  for (Disc& disc : discs) {
    disc.x += offset;
    disc.y += offset;
  }
  return discs;
}

}  // namespace rnem::worlds
