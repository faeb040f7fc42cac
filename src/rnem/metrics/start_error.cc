#include "rnem/metrics/start_error.h"

#include "rnem/core/error.h"

namespace rnem::metrics {
namespace {

// The object has one velocity from frame first to frame last.
bool flies_straight(const ObjectTruth& truth, int object, int first, int last) {
  constexpr double kSame = 1e-3;  // pixels per frame; stored as float32
  const auto velocity = [&](int t) { return truth.velocity[t * truth.objects + object]; };
  for (int t = first; t < last; ++t) {
    if (!(distance(velocity(t), velocity(last)) <= kSame)) return false;
  }
  return true;
}

}  // namespace

Point line_velocity(std::span<const Point> path) {
  RNEM_CHECK(path.size() >= 2, "a line goes through two places or more");
  const double middle = 0.5 * static_cast<double>(path.size() - 1);
  Point sum;
  double squares = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const double t = static_cast<double>(i) - middle;
    sum.x += t * path[i].x;
    sum.y += t * path[i].y;
    squares += t * t;
  }
  return {sum.x / squares, sum.y / squares};
}

std::optional<StateError> StartErrors::mean() const {
  if (positions == 0 || velocities == 0) return std::nullopt;
  return StateError{position / static_cast<double>(positions),
                    velocity / static_cast<double>(velocities)};
}

void add_start_errors(const ObjectTruth& truth, const Tracks& tracks,
                      const std::vector<int>& component_of, int observe, StartErrors& errors) {
  RNEM_CHECK(!truth.velocity.empty() && !truth.radius.empty(), "known velocities and radii");
  if (observe < kLineFrames) return;
  for (int o = 0; o < truth.objects; ++o) {
    const int component = component_of[o];
    if (component < 0) continue;
    std::vector<Point> path;  // of frames observe - 4 .. observe
    for (int t = observe - kLineFrames; t < observe; ++t) {
      path.push_back(tracks.centre_at(t, component));
    }
    const double off = distance(path.back(), truth.centre_at(observe, o));
    if (!(off <= truth.radius[o])) continue;
    errors.position += off;
    ++errors.positions;
    if (!flies_straight(truth, o, observe - kLineFrames + 1, observe)) continue;
    const Point velocity = line_velocity(path);
    if (!velocity.known()) continue;
    errors.velocity += distance(velocity, truth.velocity[observe * truth.objects + o]);
    ++errors.velocities;
  }
}

}  // namespace rnem::metrics
