#include "rnem/worlds/exact_billiards.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rnem/core/error.h"

namespace rnem::worlds {
namespace {

// Part of the greatest possible speed below which touching discs are at rest with each other.
// Must exceed the rounding of one bounce (about 1e-15); an approach this slow closes 1e-10 of the
// distance a fast disc travels in 10 000 frames.
constexpr double kRest = 1e-14;

// A light disc between a wall and a disc 10^6 times heavier takes 3 000 bounces. More than this
// takes discs with no room to move, where a knock comes back at once and for ever.
constexpr int kMaxEvents = 1'000'000;

// The speed of the lightest disc if it had all the energy.
double greatest_speed(const std::vector<Disc>& discs) {
  double energy = 0, lightest = kNever;
  for (const Disc& disc : discs) {
    energy += kinetic_energy(disc);
    lightest = std::min(lightest, disc.mass);
  }
  return discs.empty() ? 0.0 : std::sqrt(2 * energy / lightest);
}

}  // namespace

ExactBilliards::ExactBilliards(double side, std::vector<Disc> discs)
    : side_(side),
      rest_(kRest * greatest_speed(discs)),
      discs_(std::move(discs)),
      next_(discs_.size()),
      struck_(discs_.size()) {}

void ExactBilliards::advance(double duration) {
  std::fill(struck_.begin(), struck_.end(), std::uint8_t{0});
  std::fill(next_.begin(), next_.end(), Event{});
  const int n = static_cast<int>(discs_.size());
  for (int i = 0; i < n; ++i) predict(i, 0.0);

  double now = 0;
  for (int events = 0;; ++events) {
    if (events == kMaxEvents)
      fail("more than {} bounces within a frame: the discs have no room to move", kMaxEvents);
    const auto first = std::min_element(
        next_.begin(), next_.end(), [](const Event& a, const Event& b) { return a.time < b.time; });
    if (first == next_.end() || first->time > duration) break;
    move(first->time - now);
    now = first->time;
    const int i = static_cast<int>(first - next_.begin()), partner = first->partner;
    resolve(i);
    ++bounces_;
    forget(i, now);
    if (partner >= 0) forget(partner, now);
  }
  move(duration - now);
}

// Finds the first event of disc i, and enters it at the discs it would meet sooner than planned.
void ExactBilliards::predict(int i, double now) {
  const Disc& disc = discs_[i];
  Event first{now + time_to_wall(disc, side_), -1};
  const int n = static_cast<int>(discs_.size());
  for (int j = 0; j < n; ++j) {
    if (j == i) continue;
    const double time = now + time_to_contact(disc, discs_[j], rest_);
    if (time < first.time) first = {time, j};
    if (time < next_[j].time) next_[j] = {time, i};
  }
  next_[i] = first;
}

// Predicts again what depended on the velocity that disc i had.
void ExactBilliards::forget(int i, double now) {
  const int n = static_cast<int>(discs_.size());
  for (int j = 0; j < n; ++j) {
    if (j != i && next_[j].partner == i) predict(j, now);
  }
  predict(i, now);
}

void ExactBilliards::resolve(int i) {
  const int partner = next_[i].partner;
  if (partner < 0) {
    bounce_off_walls(discs_[i], side_);
  } else {
    bounce(discs_[i], discs_[partner]);
    struck_[i] = struck_[partner] = 1;
  }
}

void ExactBilliards::move(double time) {
  for (Disc& disc : discs_) {
    disc.x += disc.vx * time;
    disc.y += disc.vy * time;
  }
}

}  // namespace rnem::worlds
