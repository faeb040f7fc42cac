#include "rnem/studio/measures.h"

#include <algorithm>

#include "rnem/metrics/kinetic_energy.h"
#include "rnem/metrics/series.h"
#include "rnem/metrics/survival.h"

namespace rnem::studio {
namespace {

using metrics::Point;

constexpr std::size_t kRecent = 10;  // steps that say who is whose
static_assert(kRecent > metrics::kEnergyFrames);

std::vector<Point> object_centres(const Shown& truth) {
  std::vector<Point> centres;
  for (const auto& disc : truth.discs) centres.push_back({disc.x, disc.y});
  return centres;
}

std::vector<Point> component_places(const WatchedStep& step) {
  const at::Tensor tracks = step.tracks[0].contiguous();
  std::vector<Point> places;
  for (std::int64_t k = 0; k < tracks.size(0); ++k) {
    const double* place = tracks.data_ptr<double>() + 2 * k;
    places.push_back({place[0], place[1]});
  }
  return places;
}

// Truth and tracks of so many steps; step t is about frame t + 1.
struct Course {
  metrics::ObjectTruth truth;
  metrics::Tracks tracks;
};

}  // namespace

void Measures::match(double width) {
  Course course;
  course.tracks.steps = static_cast<int>(recent_.size());
  course.tracks.k = static_cast<int>(recent_.back().components.size());
  course.truth.frames = course.tracks.steps + 1;
  course.truth.objects = static_cast<int>(recent_.back().objects.size());
  course.truth.centre = recent_.front().objects;  // of the frame before, which nobody looks at
  for (const Moment& moment : recent_) {
    auto& centre = course.truth.centre;
    centre.insert(centre.end(), moment.objects.begin(), moment.objects.end());
    auto& places = course.tracks.centre;
    places.insert(places.end(), moment.components.begin(), moment.components.end());
  }
  component_of_ =
      metrics::match_components(course.truth, course.tracks, 0, course.tracks.steps, width);
}

double Measures::energy_of(const std::vector<double>& masses, bool own) const {
  const std::size_t steps = metrics::kEnergyFrames + 1;
  if (recent_.size() < steps) return metrics::kUnknown;
  double sum = 0;
  int count = 0;
  for (std::size_t o = 0; o < masses.size(); ++o) {
    if (own && component_of_[o] < 0) continue;
    std::vector<Point> path;
    for (std::size_t i = recent_.size() - steps; i < recent_.size(); ++i) {
      path.push_back(own ? recent_[i].components[static_cast<std::size_t>(component_of_[o])]
                         : recent_[i].objects[o]);
    }
    const double energy = metrics::path_energy(path, masses[o]).front();
    if (energy != energy) continue;
    sum += energy;
    ++count;
  }
  return count > 0 ? sum / count : metrics::kUnknown;
}

Measured Measures::add(const Shown& truth, const WatchedStep& step, bool alone) {
  Moment now{object_centres(truth), component_places(step)};
  const auto height = static_cast<int>(step.psi.size(2)),
             width = static_cast<int>(step.psi.size(3));
  // another number of objects or components: a new course
  if (!recent_.empty() && (recent_.back().objects.size() != now.objects.size() ||
                           recent_.back().components.size() != now.components.size())) {
    recent_.clear();
    component_of_.clear();
  }
  recent_.push_back(now);
  if (recent_.size() > kRecent) recent_.pop_front();
  if (!alone || component_of_.size() != now.objects.size()) match(width);

  Measured measured;
  measured.component_of = component_of_;
  Course course;
  course.truth = {.frames = 2, .objects = static_cast<int>(now.objects.size())};
  course.truth.centre = now.objects;
  course.truth.centre.insert(course.truth.centre.end(), now.objects.begin(), now.objects.end());
  course.tracks.steps = 1;
  course.tracks.k = static_cast<int>(now.components.size());
  course.tracks.centre = now.components;
  measured.position_error = metrics::position_error(course.truth, course.tracks, component_of_, 0);

  const int k = course.tracks.k;
  const at::Tensor psi = step.psi[0].flatten(1);
  if (let_go_.k != k || !alone) {
    let_go_ = {2, k, std::vector<int>(2 * k), std::vector<int>(2 * k)};
    metrics::add_outlines(psi, height, width, 0, let_go_);
    measured.held = static_cast<double>(metrics::holders(let_go_, 0).size());
  } else {
    metrics::add_outlines(psi, height, width, 1, let_go_);
    const metrics::Survival lives = metrics::survival(let_go_, 1);
    measured.held = lives.held > 0 ? lives.held * lives.share[1] : 0;
  }

  std::vector<double> masses;
  for (const auto& disc : truth.discs) masses.push_back(disc.mass);
  measured.energy = energy_of(masses, false);
  measured.own_energy = energy_of(masses, true);
  return measured;
}

}  // namespace rnem::studio
