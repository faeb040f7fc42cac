#include "rnem/metrics/object_truth.h"

#include <cmath>

#include "rnem/metrics/series.h"

namespace rnem::metrics {
namespace {

// Stored positions or velocities [T,O,2] as points in pixels.
std::vector<Point> points_of(const std::vector<float>& stored, int frames, int objects,
                             const worlds::Shape& shape) {
  std::vector<Point> points;
  for (int t = 0; t < frames; ++t) {
    for (int o = 0; o < objects; ++o) {
      const float* xy = stored.data() + (static_cast<std::size_t>(t) * shape.max_objects + o) * 2;
      points.push_back({xy[0] * shape.pixels_per_unit, xy[1] * shape.pixels_per_unit});
    }
  }
  return points;
}

// Centres of the visible pixels of every object.
std::vector<Point> mask_centres(std::span<const std::uint8_t> groups, int frames, int objects,
                                const worlds::Shape& shape) {
  std::vector<Point> centres;
  for (int t = 0; t < frames; ++t) {
    std::vector<double> x(objects), y(objects), n(objects);
    const std::uint8_t* frame =
        groups.data() + static_cast<std::size_t>(t) * shape.height * shape.width;
    for (int i = 0; i < shape.height * shape.width; ++i) {
      if (frame[i] == 0 || frame[i] > objects) continue;
      const int row = i / shape.width, column = i % shape.width;
      x[frame[i] - 1] += column + 0.5;
      y[frame[i] - 1] += row + 0.5;
      ++n[frame[i] - 1];
    }
    for (int o = 0; o < objects; ++o) {
      centres.push_back(n[o] > 0 ? Point{x[o] / n[o], y[o] / n[o]} : Point{kUnknown, kUnknown});
    }
  }
  return centres;
}

std::vector<std::uint8_t> struck_objects(std::span<const std::uint8_t> groups,
                                         std::span<const std::uint8_t> collisions, int frames,
                                         int objects) {
  std::vector<std::uint8_t> strikes(static_cast<std::size_t>(frames) * objects);
  const std::size_t pixels = groups.size() / frames;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (collisions[i] == 0 || groups[i] == 0 || groups[i] > objects) continue;
    strikes[i / pixels * objects + groups[i] - 1] = 1;
  }
  return strikes;
}

}  // namespace

double hidden_share(const Point& centre, double radius, const std::vector<float>& curtain) {
  int all = 0, behind = 0;
  for (int row = static_cast<int>(centre.y - radius) - 1; row <= centre.y + radius; ++row) {
    for (int column = static_cast<int>(centre.x - radius) - 1; column <= centre.x + radius;
         ++column) {
      if (std::hypot(column + 0.5 - centre.x, row + 0.5 - centre.y) > radius) continue;
      ++all;
      behind +=
          column >= curtain[0] && column < curtain[2] && row >= curtain[1] && row < curtain[3];
    }
  }
  return all > 0 ? static_cast<double>(behind) / all : 0.0;
}

double distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y); }

ObjectTruth object_truth(const worlds::Sequence& sequence, const worlds::Shape& shape,
                         std::span<const std::uint8_t> groups,
                         std::span<const std::uint8_t> collisions) {
  ObjectTruth truth;
  truth.frames = sequence.frames;
  truth.objects = sequence.objects;
  const int frames = truth.frames, objects = truth.objects;
  if (objects == 0) return truth;

  if (!groups.empty()) truth.visible_centre = mask_centres(groups, frames, objects, shape);
  if (!sequence.positions.empty()) {
    truth.centre = points_of(sequence.positions, frames, objects, shape);
  } else if (!groups.empty()) {
    truth.centre = truth.visible_centre;
  } else {
    truth.centre.assign(static_cast<std::size_t>(frames) * objects, {kUnknown, kUnknown});
  }
  if (!groups.empty() && !collisions.empty()) {
    truth.strikes = struck_objects(groups, collisions, frames, objects);
  }
  truth.events = sequence.events;
  if (!sequence.velocities.empty()) {
    truth.velocity = points_of(sequence.velocities, frames, objects, shape);
  }
  if (!sequence.radii.empty()) {
    for (int o = 0; o < objects; ++o) {
      truth.radius.push_back(sequence.radii[o] * shape.pixels_per_unit);
    }
  }
  if (!sequence.curtain.empty() && !sequence.positions.empty() && !truth.radius.empty()) {
    for (std::size_t i = 0; i < truth.centre.size(); ++i) {
      truth.hidden.push_back(
          hidden_share(truth.centre[i], truth.radius[i % objects], sequence.curtain));
    }
  }
  return truth;
}

std::optional<std::vector<std::uint8_t>> colliding_pairs(const ObjectTruth& truth, int t) {
  if (truth.strikes.empty()) return std::nullopt;
  const int objects = truth.objects;
  std::vector<int> struck;
  for (int o = 0; o < objects; ++o) {
    if (truth.strikes[t * objects + o] != 0) struck.push_back(o);
  }
  const bool event = !struck.empty() || (!truth.events.empty() && truth.events[t] != 0);
  if (event && struck.size() < 2) return std::nullopt;
  const bool measured = !truth.velocity.empty() && !truth.radius.empty();
  if (struck.size() > 2 && !measured) return std::nullopt;

  std::vector<std::uint8_t> pairs(static_cast<std::size_t>(objects) * objects);
  for (const int a : struck) {
    for (const int b : struck) {
      if (a == b) continue;
      bool meet = struck.size() == 2;
      if (!meet) {
        const double gap = distance(truth.centre_at(t, a), truth.centre_at(t, b)) -
                           truth.radius[a] - truth.radius[b];
        meet = gap <= distance(truth.velocity[t * objects + a], truth.velocity[t * objects + b]);
      }
      pairs[a * objects + b] = meet ? 1 : 0;
    }
  }
  return pairs;
}

}  // namespace rnem::metrics
