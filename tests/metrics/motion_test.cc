// Velocities, energies and impossible moves of hand-made tracks.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "rnem/metrics/kinetic_energy.h"
#include "rnem/metrics/series.h"
#include "rnem/metrics/start_error.h"
#include "rnem/metrics/violations.h"

namespace rnem::metrics {
namespace {

using Path = std::function<Point(int frame)>;

// Objects on paths; component k follows `components[k]`.
struct Scene {
  ObjectTruth truth;
  Tracks tracks;
  Outlines outlines;
};
Scene scene(int steps, const std::vector<Path>& objects, const std::vector<Path>& components,
            double radius = 5) {
  Scene s;
  s.truth.frames = steps + 1;
  s.truth.objects = static_cast<int>(objects.size());
  s.truth.radius.assign(objects.size(), radius);
  for (int f = 0; f <= steps; ++f) {
    for (const Path& path : objects) {
      const Point now = path(f), next = path(f + 1);
      s.truth.centre.push_back(now);
      s.truth.velocity.push_back({next.x - now.x, next.y - now.y});
    }
  }
  s.tracks.steps = s.outlines.steps = steps;
  s.tracks.k = s.outlines.k = static_cast<int>(components.size());
  for (int t = 0; t < steps; ++t) {
    for (const Path& path : components) {
      s.tracks.centre.push_back(path(t + 1));
      s.outlines.pixels.push_back(static_cast<int>(std::lround(radius * radius * M_PI)));
      s.outlines.patches.push_back(1);
    }
  }
  return s;
}

Path line(double x, double y, double vx, double vy) {
  return [=](int f) { return Point{x + vx * f, y + vy * f}; };
}

TEST(LineVelocity, IsTheSlopeOfTheBestLine) {
  const std::vector<Point> straight = {{1, 2}, {1.5, 1}, {2, 0}, {2.5, -1}, {3, -2}};
  EXPECT_NEAR(line_velocity(straight).x, 0.5, 1e-12);
  EXPECT_NEAR(line_velocity(straight).y, -1.0, 1e-12);
  // an error of the last of five places weighs 2 / 10
  auto bent = straight;
  bent.back().x += 1;
  EXPECT_NEAR(line_velocity(bent).x, 0.7, 1e-12);
}

TEST(StartErrors, AreThoseOfObjectsThatAreHeldAndFlyStraight) {
  const int observe = 8;
  const auto turning = [](int f) { return Point{40, 10.0 + std::abs(f - 6)}; };  // turns at 6
  const Scene s = scene(10, {line(10, 10, 1, 0), turning, line(20, 50, 0, 1)},
                        {line(10.3, 10, 1, 0.1),
                         [&](int f) {
                           return Point{turning(f).x, turning(f).y + 0.4};
                         },
                         line(60, 5, 0, 0)});
  StartErrors errors;
  add_start_errors(s.truth, s.tracks, {0, 1, 2}, observe, errors);
  // the third has lost its object, the second has no one velocity
  EXPECT_EQ(errors.positions, 2);
  EXPECT_EQ(errors.velocities, 1);
  EXPECT_NEAR(errors.mean()->position, (std::hypot(0.3, 0.8) + 0.4) / 2, 1e-9);
  EXPECT_NEAR(errors.mean()->velocity, 0.1, 1e-9);
  StartErrors none;
  add_start_errors(s.truth, s.tracks, {0, 1, 2}, 4, none);
  EXPECT_FALSE(none.mean().has_value());
}

TEST(PathEnergy, IsHalfTheMassTimesTheSquaredSpeedWhereNothingTurns) {
  std::vector<Point> path;
  for (int f = 0; f < 12; ++f) path.push_back({std::abs(f - 6) * 1.5, 3.0});
  const auto energy = path_energy(path, 6.0);
  ASSERT_EQ(energy.size(), 12u);
  EXPECT_NEAR(energy[0], 0.5 * 6 * 1.5 * 1.5, 1e-12);
  EXPECT_NEAR(energy[2], 0.5 * 6 * 1.5 * 1.5, 1e-12);  // from 2 to 6, just before the turn
  for (const int t : {3, 4, 5}) EXPECT_TRUE(std::isnan(energy[t])) << t;
  EXPECT_NEAR(energy[7], 0.5 * 6 * 1.5 * 1.5, 1e-12);
  for (const int t : {8, 9, 10, 11}) EXPECT_TRUE(std::isnan(energy[t])) << t;  // the way ends
}

TEST(EnergyCourse, ComparesComponentsWithTheTruthByTheSameMeasure) {
  const Scene s = scene(20, {line(10, 10, 1, 0), line(50, 10, 0, 0.5)},
                        {line(50, 10, 0, 0.25), line(10, 10, 1, 0)});
  const std::vector<float> mass = {1, 4};
  const EnergyCourse energy = energy_course(s.truth, s.tracks, {1, 0}, mass, 10);
  EXPECT_TRUE(std::isnan(energy.model[9]) && std::isnan(energy.truth[9]));
  EXPECT_NEAR(energy.truth[10], (0.5 + 0.5) / 2, 1e-9);
  EXPECT_NEAR(energy.model[10], (0.5 + 0.125) / 2, 1e-9);
  EXPECT_NEAR(mean_of(energy.model) / mean_of(energy.truth), 0.625, 1e-9);
  EXPECT_TRUE(std::isnan(energy.model[16]));
}

Violations violations_of(const Scene& s, std::vector<double> sizes = {5, 6.4}) {
  return violations(s.tracks, s.outlines, 5, sizes, Walls{0, 64});
}

TEST(Violations, LawfulMotionHasNone) {
  const auto still = [](double x, double y) { return line(x, y, 0, 0); };
  EXPECT_TRUE(violations_of(scene(20, {}, {line(10, 10, 1, 1), still(50, 10)})).none());
  // touching, and at the wall, are as it should be
  EXPECT_TRUE(violations_of(scene(20, {}, {still(5, 30), still(15, 30)})).none());
}

TEST(Violations, CountsEveryKind) {
  // closer than half of 5 + 5 from frame 13 on, of 20
  const auto meeting = violations_of(scene(20, {}, {line(10, 30, 1, 0), line(27.5, 30, 0, 0)}));
  EXPECT_GT(meeting.overlaps, 0);
  EXPECT_EQ(meeting.jumps + meeting.size_changes + meeting.outside, 0);

  const auto leap = [](int f) { return Point{f < 10 ? 10.0 : 14.5, 10.0}; };
  EXPECT_EQ(violations_of(scene(20, {}, {leap})).jumps, 1);
  const auto before = [](int f) { return Point{f < 3 ? 10.0 : 20.0, 10.0}; };
  EXPECT_EQ(violations_of(scene(20, {}, {before})).jumps, 0) << "while observed";

  Scene grown = scene(20, {}, {line(30, 30, 0, 0)});
  for (int t = 8; t < 12; ++t) grown.outlines.pixels[t] = 129;  // radius 6.4
  EXPECT_EQ(violations_of(grown).size_changes, 2);
  EXPECT_EQ(violations_of(grown, {5}).size_changes, 0);

  // half a disc of radius 5 shows a centre of mass 2.1 from the wall
  EXPECT_EQ(violations_of(scene(20, {}, {line(2.0, 30, 0, 0)})).outside, 15);
  EXPECT_EQ(violations_of(scene(20, {}, {line(2.2, 30, 0, 0)})).outside, 0);
  const Scene corner = scene(20, {}, {line(30, 63, 0, 0)});
  EXPECT_EQ(violations_of(corner).outside, 15);
  EXPECT_EQ(violations(corner.tracks, corner.outlines, 5, {}, std::nullopt).outside, 0);
}

TEST(Violations, AComponentThatHeldNothingCannotBreakALaw) {
  const auto leap = [](int f) { return Point{f < 10 ? 10.0 : 34.5, 10.0}; };
  Scene s = scene(20, {}, {leap});
  s.outlines.patches[4] = 0;  // when let go
  EXPECT_TRUE(violations_of(s).none());
}

}  // namespace
}  // namespace rnem::metrics
