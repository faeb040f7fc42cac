#include "rnem/metrics/kinetic_energy.h"

#include <algorithm>

#include "rnem/metrics/series.h"

namespace rnem::metrics {
namespace {

bool turns(std::span<const Point> way) {
  const Point& from = way.front();
  const double last = static_cast<double>(way.size() - 1);
  const Point step{(way.back().x - from.x) / last, (way.back().y - from.y) / last};
  for (std::size_t i = 0; i < way.size(); ++i) {
    const double t = static_cast<double>(i);
    // NaN is a turn: the object was not there
    if (!(distance(way[i], {from.x + t * step.x, from.y + t * step.y}) <= kTurn)) return true;
  }
  return false;
}

// Adds the energies of a path that begins at step `first` to the means under way.
void add_path(std::span<const Point> path, double mass, int first, std::vector<double>& sums,
              std::vector<int>& counts) {
  const auto energies = path_energy(path, mass);
  for (std::size_t i = 0; i < energies.size(); ++i) {
    if (energies[i] != energies[i]) continue;
    sums[first + i] += energies[i];
    ++counts[first + i];
  }
}

std::vector<double> means(std::vector<double> sums, const std::vector<int>& counts) {
  for (std::size_t t = 0; t < sums.size(); ++t) {
    sums[t] = counts[t] > 0 ? sums[t] / counts[t] : kUnknown;
  }
  return sums;
}

}  // namespace

std::vector<double> path_energy(std::span<const Point> path, double mass) {
  std::vector<double> energies(path.size(), kUnknown);
  for (std::size_t t = 0; t + kEnergyFrames < path.size(); ++t) {
    const auto way = path.subspan(t, kEnergyFrames + 1);
    if (turns(way)) continue;
    const double speed = distance(way.front(), way.back()) / kEnergyFrames;
    energies[t] = 0.5 * mass * speed * speed;
  }
  return energies;
}

EnergyCourse energy_course(const ObjectTruth& truth, const Tracks& tracks,
                           const std::vector<int>& component_of, std::span<const float> mass,
                           int observe) {
  std::vector<double> model(tracks.steps), real(tracks.steps);
  std::vector<int> models(tracks.steps), reals(tracks.steps);
  const int known = std::min(tracks.steps, truth.frames - 1);
  for (int o = 0; o < truth.objects; ++o) {
    std::vector<Point> path;
    for (int t = observe; t < known; ++t) path.push_back(truth.centre_at(t + 1, o));
    add_path(path, mass[o], observe, real, reals);
    if (component_of[o] < 0) continue;
    path.clear();
    for (int t = observe; t < tracks.steps; ++t) {
      path.push_back(tracks.centre_at(t, component_of[o]));
    }
    add_path(path, mass[o], observe, model, models);
  }
  return {means(std::move(model), models), means(std::move(real), reals)};
}

}  // namespace rnem::metrics
