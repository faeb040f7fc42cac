#include "rnem/metrics/reference_motion.h"

#include <cmath>
#include <functional>
#include <memory>
#include <numbers>

#include "rnem/core/error.h"

namespace rnem::metrics {
namespace {

using worlds::Disc;

// next() moves the other motion on by a frame and returns its discs.
std::vector<double> distances(const worlds::World& world, const std::vector<Disc>& discs, int steps,
                              const std::function<std::vector<Disc>()>& next) {
  const auto truth = world.resume(discs);
  RNEM_CHECK(truth != nullptr && !discs.empty(), "a world with physics and something in it");
  std::vector<double> means;
  for (int t = 0; t < steps; ++t) {
    truth->advance();
    const std::vector<Disc> other = next();
    double sum = 0;
    for (std::size_t i = 0; i < discs.size(); ++i) {
      const Disc& disc = truth->discs()[i];
      sum += std::hypot(disc.x - other[i].x, disc.y - other[i].y);
    }
    means.push_back(sum / static_cast<double>(discs.size()));
  }
  return means;
}

}  // namespace

std::vector<Disc> disturbed(std::vector<Disc> discs, const StateError& error, Rng& rng) {
  // the mean length of a Gaussian vector in the plane is sigma sqrt(pi / 2)
  const double scale = std::sqrt(2 / std::numbers::pi);
  for (Disc& disc : discs) {
    disc.x += scale * error.position * rng.normal();
    disc.y += scale * error.position * rng.normal();
    disc.vx += scale * error.velocity * rng.normal();
    disc.vy += scale * error.velocity * rng.normal();
  }
  return discs;
}

std::vector<double> divergence(const worlds::World& world, const std::vector<Disc>& discs,
                               const std::vector<Disc>& start, int steps) {
  const auto other = world.resume(start);
  return distances(world, discs, steps, [&] {
    other->advance();
    return other->discs();
  });
}

std::vector<double> straight_error(const worlds::World& world, const std::vector<Disc>& discs,
                                   int steps) {
  // a disc alone in the box
  std::vector<std::unique_ptr<worlds::Billiards>> alone;
  for (const Disc& disc : discs) alone.push_back(world.resume({disc}));
  return distances(world, discs, steps, [&] {
    std::vector<Disc> now;
    for (const auto& billiards : alone) {
      billiards->advance();
      now.push_back(billiards->discs().front());
    }
    return now;
  });
}

}  // namespace rnem::metrics
