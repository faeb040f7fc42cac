#include "rnem/worlds/published_billiards.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace rnem::worlds {
namespace {

constexpr int kHalfSteps = 2;  // a frame; another number is another world
constexpr double kHalf = 1.0 / kHalfSteps;

void turn_back(double position, double radius, double side, double& velocity) {
  if (position - radius < 0) velocity = std::abs(velocity);
  if (position + radius > side) velocity = -std::abs(velocity);
}

bool overlap_and_approach(const Disc& a, const Disc& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double reach = a.radius + b.radius;
  return dx * dx + dy * dy < reach * reach && dx * (b.vx - a.vx) + dy * (b.vy - a.vy) < 0;
}

}  // namespace

PublishedBilliards::PublishedBilliards(double side, std::vector<Disc> discs)
    : side_(side), discs_(std::move(discs)), struck_(discs_.size()) {}

void PublishedBilliards::advance() {
  std::fill(struck_.begin(), struck_.end(), std::uint8_t{0});
  for (int i = 0; i < kHalfSteps; ++i) half_step();
}

void PublishedBilliards::half_step() {
  for (Disc& disc : discs_) {
    disc.x += kHalf * disc.vx;
    disc.y += kHalf * disc.vy;
    turn_back(disc.x, disc.radius, side_, disc.vx);
    turn_back(disc.y, disc.radius, side_, disc.vy);
  }
  // a later pair sees what an earlier one did to its velocities
  for (std::size_t i = 0; i < discs_.size(); ++i) {
    for (std::size_t j = i + 1; j < discs_.size(); ++j) {
      if (!overlap_and_approach(discs_[i], discs_[j])) continue;
      bounce(discs_[i], discs_[j]);
      struck_[i] = struck_[j] = 1;
    }
  }
}

}  // namespace rnem::worlds
