// What is known about the objects of one sequence, in pixels of the frame.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rnem/sequence.h"

namespace rnem::metrics {

// Pixel (row, column) has its centre at (column + 0.5, row + 0.5). NaN: not known.
struct Point {
  double x = 0, y = 0;
  bool known() const { return x == x; }
};
double distance(const Point& a, const Point& b);

// The share of a disc's pixels that lie in the curtain: x0, y0, x1, y1 in pixels, half-open.
double hidden_share(const Point& centre, double radius, const std::vector<float>& curtain);
inline constexpr double kHalfHidden = 0.5, kWhollyHidden = 1.0;  // such shares

// Object o of 0 .. objects-1 has id o + 1 in the masks.
struct ObjectTruth {
  int frames = 0, objects = 0;
  std::vector<Point> centre;          // [frames,O]
  std::vector<Point> visible_centre;  // [frames,O] of the pixels that show; empty without masks
  std::vector<std::uint8_t> strikes;  // [frames,O] bounces off another in the step from t, as far
                                      // as it is visible; empty when not known
  std::vector<std::uint8_t> events;   // [frames] any two collide, visible or not; may be empty
  std::vector<double> hidden;         // [frames,O] share of it behind the curtain; empty without
  std::vector<Point> velocity;        // [frames,O] per frame; empty when not known
  std::vector<double> radius;         // [O]; empty when not known

  const Point& centre_at(int t, int object) const { return centre[t * objects + object]; }
};

// `sequence` has the numbers, groups and collisions [frames,H,W] the pictures (empty when absent).
// Without stored positions the centre is that of the object's visible pixels.
ObjectTruth object_truth(const worlds::Sequence& sequence, const worlds::Shape& shape,
                         std::span<const std::uint8_t> groups,
                         std::span<const std::uint8_t> collisions);

// Which pairs collide in the step from t: [O,O], symmetric. Nothing when the data cannot say: no
// collision masks, a collision behind the curtain, or more than two objects without positions,
// velocities and radii to tell the pairs apart (pairs whose gap is more than they close in a frame
// did not meet).
std::optional<std::vector<std::uint8_t>> colliding_pairs(const ObjectTruth& truth, int t);

}  // namespace rnem::metrics
