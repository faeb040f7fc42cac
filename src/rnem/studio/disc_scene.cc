#include "rnem/studio/disc_scene.h"

#include <algorithm>
#include <cmath>

#include "rnem/metrics/true_motion.h"
#include "rnem/worlds/canvas.h"

namespace rnem::studio {

using worlds::Disc;

namespace {

constexpr double kSmallest = 2, kLargest = 14;     // radius, pixels
constexpr double kLightest = 0.1, kHeaviest = 50;  // mass

double gap(const Disc& a, const Disc& b) {
  return std::hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius;
}

bool finite(double a, double b) { return std::isfinite(a) && std::isfinite(b); }

}  // namespace

DiscScene::DiscScene(const std::shared_ptr<const worlds::World>& world,
                     const worlds::Sequence& first)
    : DiscScene(world, metrics::discs_at(first, world->shape(), 0), first.curtain) {}

DiscScene::DiscScene(std::shared_ptr<const worlds::World> world, std::vector<Disc> discs,
                     std::vector<float> curtain)
    : world_(std::move(world)),
      curtain_(std::move(curtain)),
      scale_(world_->shape().pixels_per_unit) {
  begin(std::move(discs));
}

bool DiscScene::begin(std::vector<Disc> discs) {
  billiards_ = world_->resume(discs);
  discs_ = std::move(discs);
  return true;
}

std::unique_ptr<Scene> DiscScene::copy() const {
  // to the constructor, which is not for others
  return std::unique_ptr<Scene>(new DiscScene(world_, discs_, curtain_));
}

worlds::Shape DiscScene::shape() const { return world_->shape(); }

Shown DiscScene::shown() const {
  worlds::Shape shape = world_->shape();
  shape.max_objects = static_cast<int>(discs_.size());
  worlds::Sequence frame = worlds::blank_sequence(shape, 1, shape.max_objects);
  worlds::Canvas canvas(frame, shape, 0);
  Shown now;
  now.objects = shape.max_objects;
  now.curtain = curtain_;
  for (Disc disc : discs_) {
    for (double* number : {&disc.x, &disc.y, &disc.vx, &disc.vy, &disc.radius}) *number *= scale_;
    now.discs.push_back(disc);
    canvas.disc(disc.x, disc.y, disc.radius, static_cast<int>(now.discs.size()), false);
  }
  if (!curtain_.empty()) {
    canvas.hide(static_cast<int>(curtain_[1]), static_cast<int>(curtain_[0]),
                static_cast<int>(curtain_[2] - curtain_[0]));
  }
  now.pixels = std::move(frame.features);
  now.groups = std::move(frame.groups);
  return now;
}

void DiscScene::advance(int /*action*/) {
  billiards_->advance();
  discs_ = billiards_->discs();
}

bool DiscScene::settle(std::vector<Disc>& discs, std::size_t disc) const {
  constexpr int kAttempts = 40;  // of pushing it out of those that it overlaps
  constexpr double kApart = 1e-6;
  const auto box = world_->box();
  Disc& moved = discs[disc];
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    moved.x = std::clamp(moved.x, box.low + moved.radius, box.high - moved.radius);
    moved.y = std::clamp(moved.y, box.low + moved.radius, box.high - moved.radius);
    const Disc* nearest = nullptr;
    for (const Disc& other : discs) {
      if (&other == &moved || gap(other, moved) >= 0) continue;
      if (nearest == nullptr || gap(other, moved) < gap(*nearest, moved)) nearest = &other;
    }
    if (nearest == nullptr) return true;
    const double dx = moved.x - nearest->x, dy = moved.y - nearest->y;
    const double apart = std::max(std::hypot(dx, dy), kApart);
    const double wanted = (moved.radius + nearest->radius) * (1 + kApart);
    moved.x = nearest->x + (dx == 0 && dy == 0 ? wanted : dx / apart * wanted);
    moved.y = nearest->y + dy / apart * wanted;
  }
  return false;
}

bool DiscScene::place(std::size_t disc, double x, double y) {
  if (disc >= discs_.size() || !finite(x, y)) return false;
  std::vector<Disc> discs = discs_;
  discs[disc].x = x / scale_;
  discs[disc].y = y / scale_;
  discs[disc].vx = discs[disc].vy = 0;
  return settle(discs, disc) && begin(std::move(discs));
}

bool DiscScene::throw_disc(std::size_t disc, double vx, double vy) {
  if (disc >= discs_.size() || !finite(vx, vy)) return false;
  const double most = kFastest * world_->shape().width, speed = std::hypot(vx, vy);
  const double share = (speed > most ? most / speed : 1) / scale_;
  std::vector<Disc> discs = discs_;
  discs[disc].vx = vx * share;
  discs[disc].vy = vy * share;
  return begin(std::move(discs));
}

bool DiscScene::change(std::size_t disc, double radius, double mass) {
  if (disc >= discs_.size() || !finite(radius, mass)) return false;
  std::vector<Disc> discs = discs_;
  discs[disc].radius = std::clamp(radius, kSmallest, kLargest) / scale_;
  discs[disc].mass = std::clamp(mass, kLightest, kHeaviest);
  return settle(discs, disc) && begin(std::move(discs));
}

bool DiscScene::add(double x, double y, double radius, double mass) {
  if (discs_.size() >= kMostDiscs || !finite(x, y) || !finite(radius, mass)) return false;
  std::vector<Disc> discs = discs_;
  discs.push_back({.x = x / scale_,
                   .y = y / scale_,
                   .radius = std::clamp(radius, kSmallest, kLargest) / scale_,
                   .mass = std::clamp(mass, kLightest, kHeaviest)});
  return settle(discs, discs.size() - 1) && begin(std::move(discs));
}

bool DiscScene::remove(std::size_t disc) {
  if (disc >= discs_.size() || discs_.size() < 2) return false;
  std::vector<Disc> discs = discs_;
  discs.erase(discs.begin() + static_cast<std::ptrdiff_t>(disc));
  return begin(std::move(discs));
}

}  // namespace rnem::studio
