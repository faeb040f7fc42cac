#include "rnem/metrics/carrying.h"

#include <algorithm>
#include <cmath>

#include "rnem/core/error.h"
#include "rnem/metrics/series.h"
#include "rnem/metrics/start_error.h"

namespace rnem::metrics {
namespace {

// How long an object may stay behind the curtain that was last seen at step t.
double time_hidden(const Readings& readings, int component, int t, double diagonal) {
  std::vector<Point> path;
  for (int s = std::max(0, t - kLineFrames + 1); s <= t; ++s) {
    path.push_back(readings.at(s, component));
  }
  if (path.size() < 2) return diagonal;
  const Point velocity = line_velocity(path);
  return diagonal / std::hypot(velocity.x, velocity.y);
}

}  // namespace

Carrying carrying(const Readings& readings, const Tracks& tracks, const Outlines& outlines,
                  const std::vector<int>& component_of, std::span<const double> radius,
                  const std::vector<float>& curtain, int observe) {
  RNEM_CHECK(observe > 0 && curtain.size() == 4, "a curtain, and something seen before");
  Carrying result;
  std::vector<double> carried(tracks.steps);
  const double diagonal = std::hypot(curtain[2] - curtain[0], curtain[3] - curtain[1]);
  for (std::size_t o = 0; o < component_of.size(); ++o) {
    const int i = component_of[o];
    if (i < 0) continue;
    ++result.components;
    int seen = 0;  // the last step at which half of it was visible
    for (int t = 0; t < tracks.steps; ++t) {
      const Point& place = readings.at(t, i);
      bool there = false;
      if (hidden_share(place, radius[o], curtain) <= kHalfHidden) {
        seen = t;
        there = outlines.whole(t, i) && distance(tracks.centre_at(t, i), place) <= radius[o];
      } else {
        there = t - seen <= time_hidden(readings, i, seen, diagonal);
      }
      carried[t] += there ? 1 : 0;
    }
  }
  result.share.assign(tracks.steps, kUnknown);
  result.all.assign(tracks.steps, kUnknown);
  for (int t = observe; t < tracks.steps && result.components > 0; ++t) {
    result.share[t] = carried[t] / result.components;
    result.all[t] = carried[t] == result.components ? 1 : 0;
  }
  return result;
}

}  // namespace rnem::metrics
