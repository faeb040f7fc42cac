// Hard discs: when they touch, and what a touch does to their velocities.
#pragma once

#include <limits>

namespace rnem::worlds {

struct Disc {
  double x = 0, y = 0;    // centre, units
  double vx = 0, vy = 0;  // units per frame
  double radius = 1;      // units
  double mass = 1;
};

inline constexpr double kNever = std::numeric_limits<double>::infinity();

// The time >= 0 until the discs touch while they approach each other, or kNever. With d the vector
// between the centres, v the relative velocity and R = r_a + r_b it is the first root of
// |d + v t|² = R². Discs that touch already count as approaching when they do so faster than
// `rest` (units per frame): rounding leaves touching discs with about 1e-17 of it after a bounce.
double time_to_contact(const Disc& a, const Disc& b, double rest);

// The time >= 0 until the disc moves into a wall of the box [0, side]², or kNever.
double time_to_wall(const Disc& disc, double side);

// Elastic, frictionless bounce of two touching discs: an impulse along the line of centres that
// reverses their relative velocity on it. Conserves momentum and kinetic energy.
void bounce(Disc& a, Disc& b);

// Mirrors the velocity at every wall that the disc touches and moves into.
void bounce_off_walls(Disc& disc, double side);

// Energy of motion, ½ m v².
double kinetic_energy(const Disc& disc);

}  // namespace rnem::worlds
