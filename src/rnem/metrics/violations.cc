#include "rnem/metrics/violations.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "rnem/core/error.h"
#include "rnem/metrics/survival.h"

namespace rnem::metrics {
namespace {

int nearest_size(double radius, std::span<const double> sizes) {
  const auto nearer = [&](double a, double b) {
    return std::abs(a - radius) < std::abs(b - radius);
  };
  return static_cast<int>(std::min_element(sizes.begin(), sizes.end(), nearer) - sizes.begin());
}

bool beyond(const Point& centre, double radius, const Walls& walls) {
  const double half_disc = 4 * radius / (3 * std::numbers::pi);
  const auto [least, most] = std::minmax(centre.x, centre.y);
  return least < walls.low + half_disc || most > walls.high - half_disc;
}

}  // namespace

Violations violations(const Tracks& tracks, const Outlines& outlines, int observe,
                      std::span<const double> sizes, const std::optional<Walls>& walls) {
  RNEM_CHECK(observe > 0, "something was seen before the model was let go");
  const std::vector<int> held = holders(outlines, observe - 1);
  std::vector<double> radius;
  for (const int i : held) radius.push_back(outlines.radius(observe - 1, i));
  Violations found;
  for (int t = observe; t < tracks.steps; ++t) {
    for (std::size_t a = 0; a < held.size(); ++a) {
      const Point& centre = tracks.centre_at(t, held[a]);
      if (!centre.known()) continue;
      for (std::size_t b = 0; b < a; ++b) {
        // false for one that is not there
        found.overlaps +=
            distance(centre, tracks.centre_at(t, held[b])) < 0.5 * (radius[a] + radius[b]);
      }
      found.jumps += distance(centre, tracks.centre_at(t - 1, held[a])) > kJump;
      found.outside += walls.has_value() && beyond(centre, radius[a], *walls);
      if (sizes.size() < 2 || !outlines.whole(t, held[a]) || !outlines.whole(t - 1, held[a])) {
        continue;
      }
      found.size_changes += nearest_size(outlines.radius(t, held[a]), sizes) !=
                            nearest_size(outlines.radius(t - 1, held[a]), sizes);
    }
  }
  return found;
}

}  // namespace rnem::metrics
