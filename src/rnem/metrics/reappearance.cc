#include "rnem/metrics/reappearance.h"

#include <cmath>

#include "rnem/metrics/series.h"

namespace rnem::metrics {
namespace {

constexpr double kShows = 0.9;       // share of a ball that is hidden
constexpr double kSameSpeed = 1e-3;  // pixels a frame: stored as floats

bool changes_speed(const ObjectTruth& truth, int t, int o) {
  return distance(truth.velocity[t * truth.objects + o],
                  truth.velocity[(t + 1) * truth.objects + o]) > kSameSpeed;
}

// Whether object o bounces off another one in the step from t. A wall changes the speed of one ball
// only, so there have to be two that are near enough to meet.
bool collides(const ObjectTruth& truth, int t, int o) {
  if (truth.events[t] == 0 || !changes_speed(truth, t, o)) return false;
  for (int other = 0; other < truth.objects; ++other) {
    if (other == o || !changes_speed(truth, t, other)) continue;
    const double gap = distance(truth.centre_at(t, o), truth.centre_at(t, other)) -
                       truth.radius[o] - truth.radius[other];
    if (gap <= distance(truth.velocity[t * truth.objects + o],
                        truth.velocity[t * truth.objects + other])) {
      return true;
    }
  }
  return false;
}

// A coordinate that moves straight on between walls at low and high.
double mirrored(double x, double low, double high) {
  const double span = high - low;
  double along = std::fmod(x - low, 2 * span);
  if (along < 0) along += 2 * span;
  return low + (along <= span ? along : 2 * span - along);
}

Point straight_on(const ObjectTruth& truth, int from, int to, int o, double width, double height) {
  const Point& start = truth.centre_at(from, o);
  const Point& speed = truth.velocity[from * truth.objects + o];
  const double r = truth.radius[o], frames = to - from;
  return {mirrored(start.x + frames * speed.x, r, width - r),
          mirrored(start.y + frames * speed.y, r, height - r)};
}

}  // namespace

std::vector<Reappearance> reappearances(const ObjectTruth& truth, const Tracks& tracks,
                                        const std::vector<int>& component_of, double frame_width,
                                        double frame_height) {
  std::vector<Reappearance> found;
  if (truth.hidden.empty() || truth.velocity.empty() || truth.events.empty() ||
      truth.visible_centre.empty()) {
    return found;
  }
  const int objects = truth.objects, settled = first_settled_step(tracks.steps);
  for (int o = 0; o < objects; ++o) {
    int collided = -1;  // frame before the first collision since it was last seen
    for (int t = 0; t < tracks.steps; ++t) {  // the step from frame t to frame t + 1
      const double before = truth.hidden[t * objects + o];
      const double after = truth.hidden[(t + 1) * objects + o];
      const bool wholly = before >= kWhollyHidden && after >= kWhollyHidden;
      if (wholly && collided < 0 && collides(truth, t, o)) collided = t;
      if (collided < 0 || after > kShows) continue;
      const Point& shows = truth.visible_centre[(t + 1) * objects + o];
      if (t >= settled && shows.known()) {
        const int component = component_of.empty() ? -1 : component_of[o];
        const Point drawn =
            component < 0 ? Point{kUnknown, kUnknown} : tracks.centre_at(t, component);
        const Point straight = straight_on(truth, collided, t + 1, o, frame_width, frame_height);
        found.push_back({drawn.known() ? distance(drawn, shows) : kUnknown,
                         distance(straight, truth.centre_at(t + 1, o)),
                         tracks.drawn[t * objects + o]});
      }
      collided = -1;
    }
  }
  return found;
}

}  // namespace rnem::metrics
