#include "rnem/worlds/disc.h"

#include <algorithm>
#include <cmath>

namespace rnem::worlds {
namespace {

// A wall counts as touched within this distance. Larger than the rounding of a position (2e-15 at
// 15 units), far smaller than anything that can be seen; too small and a disc stays inside a wall.
constexpr double kTouch = 1e-12;

double axis_time(double position, double velocity, double low, double high) {
  if (velocity > 0) return std::max(0.0, (high - position) / velocity);
  if (velocity < 0) return std::max(0.0, (low - position) / velocity);
  return kNever;
}

void axis_bounce(double& position, double& velocity, double low, double high) {
  if (velocity > 0 && position >= high - kTouch) {
    position = high;
    velocity = -velocity;
  } else if (velocity < 0 && position <= low + kTouch) {
    position = low;
    velocity = -velocity;
  }
}

}  // namespace

double time_to_contact(const Disc& a, const Disc& b, double rest) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double vx = b.vx - a.vx, vy = b.vy - a.vy;
  const double approach = -(dx * vx + dy * vy);  // |d| times the closing speed
  if (approach <= 0) return kNever;
  const double reach = a.radius + b.radius;
  const double gap = dx * dx + dy * dy - reach * reach;
  if (gap <= 0) return approach > rest * reach ? 0.0 : kNever;
  const double discriminant = approach * approach - (vx * vx + vy * vy) * gap;
  if (discriminant < 0) return kNever;
  // the smaller root, in the form that does not subtract nearly equal numbers
  return gap / (approach + std::sqrt(discriminant));
}

double time_to_wall(const Disc& disc, double side) {
  const double low = disc.radius, high = side - disc.radius;
  return std::min(axis_time(disc.x, disc.vx, low, high), axis_time(disc.y, disc.vy, low, high));
}

void bounce(Disc& a, Disc& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  // in a grazing hit rounding can show discs that part already: leave those alone
  const double closing = std::min(0.0, dx * (b.vx - a.vx) + dy * (b.vy - a.vy));
  const double scale = 2.0 * closing / ((a.mass + b.mass) * (dx * dx + dy * dy));
  a.vx += scale * b.mass * dx;
  a.vy += scale * b.mass * dy;
  b.vx -= scale * a.mass * dx;
  b.vy -= scale * a.mass * dy;
}

void bounce_off_walls(Disc& disc, double side) {
  const double low = disc.radius, high = side - disc.radius;
  axis_bounce(disc.x, disc.vx, low, high);
  axis_bounce(disc.y, disc.vy, low, high);
}

double kinetic_energy(const Disc& disc) {
  return 0.5 * disc.mass * (disc.vx * disc.vx + disc.vy * disc.vy);
}

}  // namespace rnem::worlds
