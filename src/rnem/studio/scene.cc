#include "rnem/studio/scene.h"

#include "rnem/core/error.h"
#include "rnem/metrics/true_motion.h"
#include "rnem/studio/disc_scene.h"
#include "rnem/studio/film_scene.h"

namespace rnem::studio {

bool Scene::place(std::size_t /*disc*/, double /*x*/, double /*y*/) { return false; }
bool Scene::throw_disc(std::size_t /*disc*/, double /*vx*/, double /*vy*/) { return false; }
bool Scene::change(std::size_t /*disc*/, double /*radius*/, double /*mass*/) { return false; }
bool Scene::add(double /*x*/, double /*y*/, double /*radius*/, double /*mass*/) { return false; }
bool Scene::remove(std::size_t /*disc*/) { return false; }

std::unique_ptr<Scene> open_scene(const std::shared_ptr<const dataset::Source>& source,
                                  std::int64_t index) {
  // a file may have one split only
  dataset::Split split = dataset::Split::kTest;
  for (const dataset::Split other : dataset::kSplits) {
    if (source->size(split) == 0) split = other;
  }
  if (index < 0 || index >= source->size(split)) {
    fail_input("{}: no sequence {}; it has {}", source->description(), index, source->size(split));
  }
  const bool live = source->frames() == dataset::kAnyLength;
  const auto first = source->get(split, index, 0, 1);
  const auto world = source->world();
  if (live && !metrics::no_physics(world.get(), first)) {
    return std::make_unique<DiscScene>(world, first);
  }
  constexpr int kLive = 200;  // frames of worlds without an end
  return std::make_unique<FilmScene>(source->shape(),
                                     source->get(split, index, 0, live ? kLive : source->frames()));
}

}  // namespace rnem::studio
