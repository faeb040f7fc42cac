#include "rnem/metrics/true_motion.h"

#include "rnem/core/error.h"

namespace rnem::metrics {

std::optional<std::string> no_physics(const worlds::World* world,
                                      const worlds::Sequence& sequence) {
  if (sequence.objects == 0) return "the data does not say which objects there are";
  for (const auto* values :
       {&sequence.positions, &sequence.velocities, &sequence.radii, &sequence.masses}) {
    if (values->empty()) return "the data has no positions, velocities, radii and masses";
  }
  if (world == nullptr) return "the data does not say which world made it";
  if (world->resume({}) == nullptr) return "the world has no physics of balls in a box";
  return std::nullopt;
}

std::vector<worlds::Disc> discs_at(const worlds::Sequence& sequence, const worlds::Shape& shape,
                                   int frame) {
  RNEM_CHECK(frame >= 0 && frame < sequence.frames, "a frame of the sequence");
  std::vector<worlds::Disc> discs;
  for (int o = 0; o < sequence.objects; ++o) {
    const std::size_t at = (static_cast<std::size_t>(frame) * shape.max_objects + o) * 2;
    discs.push_back({.x = sequence.positions[at],
                     .y = sequence.positions[at + 1],
                     .vx = sequence.velocities[at],
                     .vy = sequence.velocities[at + 1],
                     .radius = sequence.radii[o],
                     .mass = sequence.masses[o]});
  }
  return discs;
}

void continue_truth(const worlds::World& world, const worlds::Sequence& sequence,
                    const worlds::Shape& shape, int frames, ObjectTruth& truth) {
  const auto billiards = world.resume(discs_at(sequence, shape, truth.frames - 1));
  RNEM_CHECK(billiards != nullptr, "a world with physics");
  const double scale = shape.pixels_per_unit;
  for (; truth.frames < frames; ++truth.frames) {
    billiards->advance();
    for (const worlds::Disc& disc : billiards->discs()) {
      truth.centre.push_back({disc.x * scale, disc.y * scale});
      truth.velocity.push_back({disc.vx * scale, disc.vy * scale});
    }
  }
}

}  // namespace rnem::metrics
