#include "rnem/tracking/lives.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "rnem/core/error.h"

namespace rnem::tracking {
namespace {

// Between two middles, as a part of the radius of a disc with the pixels of both. Discs that touch
// are 1 or more apart, the halves of one disc 0.85.
constexpr double kSameDisc = 0.9, kParted = 1.5;
// frames for which an object that nobody holds is still thought to be where it was
constexpr std::int64_t kJustNow = 2;

double apart(double ax, double ay, std::int64_t a, double bx, double by, std::int64_t b) {
  const double radius = std::sqrt(static_cast<double>(a + b) / std::numbers::pi);
  return std::hypot(ax - bx, ay - by) / radius;
}

}  // namespace

Lives::Lives(std::int64_t k, const LifeRules& rules)
    : rules_(rules), components_(static_cast<std::size_t>(k)), lives_(1) {}

bool Lives::is_another(const Component& component, const Held& held) const {
  const std::int64_t gap = frame_ - component.last_seen;
  if (component.life == 0 || gap > rules_.patience) return true;
  // a place is carried while nothing is seen; without one it may have gone on, a pixel a frame
  const double x = held.has_place ? held.expected_x : component.x;
  const double y = held.has_place ? held.expected_y : component.y;
  const double reach = rules_.jump + (held.has_place ? 0.0 : static_cast<double>(gap - 1));
  return std::hypot(held.x - x, held.y - y) > reach &&
         std::hypot(held.x - component.x, held.y - component.y) > reach;
}

bool Lives::has_parted(int life, const Held& held) const {
  const Life& one = lives_[static_cast<std::size_t>(life)];
  return one.last_seen == frame_ &&
         apart(held.x, held.y, held.pixels, one.x, one.y, one.pixels) > kParted;
}

int Lives::life_under(const Held& held) const {
  for (std::size_t i = lives_.size(); i-- > 1;) {
    const Life& one = lives_[i];
    if (frame_ - one.last_seen > kJustNow) continue;
    if (apart(held.x, held.y, held.pixels, one.x, one.y, one.pixels) < kSameDisc) {
      return static_cast<int>(i);
    }
  }
  return 0;
}

// All that stand for a life in this frame, as one.
void Lives::add(int life, const Held& held) {
  Life& one = lives_[static_cast<std::size_t>(life)];
  if (one.last_seen != frame_) {
    one = {one.seen + 1, frame_, 0, 0, 0};
  }
  const auto before = static_cast<double>(one.pixels), more = static_cast<double>(held.pixels);
  one.x = (one.x * before + held.x * more) / (before + more);
  one.y = (one.y * before + held.y * more) / (before + more);
  one.pixels += held.pixels;
}

std::vector<int> Lives::next(const std::vector<Held>& held) {
  RNEM_CHECK(held.size() == components_.size(), "one entry a component");
  ++frame_;
  std::vector<int> lives(held.size(), 0);
  // those with the most pixels first: who shares an object with them is compared with them
  std::vector<std::size_t> order(held.size()), anew;
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](auto a, auto b) { return held[a].pixels > held[b].pixels; });
  for (const std::size_t k : order) {
    if (held[k].pixels < rules_.smallest) continue;
    const int life = components_[k].life;
    if (is_another(components_[k], held[k]) || has_parted(life, held[k])) {
      anew.push_back(k);
    } else {
      add(lives[k] = life, held[k]);
    }
  }
  for (const std::size_t k : anew) {
    lives[k] = life_under(held[k]);
    if (lives[k] == 0) {
      lives[k] = static_cast<int>(lives_.size());
      lives_.emplace_back();
    }
    add(lives[k], held[k]);
  }
  for (std::size_t k = 0; k < held.size(); ++k) {
    if (lives[k] != 0) components_[k] = {lives[k], frame_, held[k].x, held[k].y};
  }
  return lives;
}

bool Lives::confirmed(int life) const {
  return lives_[static_cast<std::size_t>(life)].seen >= rules_.confirmed;
}

}  // namespace rnem::tracking
