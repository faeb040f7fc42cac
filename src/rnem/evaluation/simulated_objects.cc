#include "rnem/evaluation/simulated_objects.h"

#include <algorithm>
#include <cmath>

#include "rnem/core/task.h"
#include "rnem/metrics/kinetic_energy.h"
#include "rnem/metrics/survival.h"
#include "rnem/metrics/true_motion.h"

namespace rnem::evaluation {
namespace {

constexpr int kDraws = 4;  // disturbed starts of every sequence, for the limit

// The radii of the first sequences in pixels, each once: the sizes that things have in this data.
std::vector<double> sizes_of(const Session& session) {
  constexpr std::int64_t kEnough = 32;
  const std::int64_t count = std::min(kEnough, session.source->size(session.split));
  const double scale = session.source->shape().pixels_per_unit;
  std::vector<double> sizes;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto sequence = session.source->get(session.split, i, 0, 1);
    for (const float radius : sequence.radii) {
      if (std::isfinite(radius)) sizes.push_back(radius * scale);
    }
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

}  // namespace

SimulatedObjects::SimulatedObjects(const Session& session, Simulation& result)
    : session_(session),
      result_(result),
      shape_(session.source->shape()),
      world_(session.source->world()),
      sizes_(sizes_of(session)),
      let_go_(result.sequences) {
  for (const char* key : {"position_missing", "straight", "limit", "alive", "all_alive", "energy",
                          "true_energy", "carried", "all_carried"}) {
    result_.by_step.emplace(key, Series(result_.sequences, result_.steps));
  }
  for (const char* key : {"held", "overlaps", "jumps", "size_changes", "outside", "lawful"}) {
    result_.by_sequence[key].assign(result_.sequences, kUnknown);
  }
}

void SimulatedObjects::record(const char* key, std::int64_t n, const std::vector<double>& by_step) {
  Series& series = result_.by_step.at(key);
  for (std::size_t t = 0; t < by_step.size(); ++t) {
    series.at(n, static_cast<std::int64_t>(t)) = by_step[t];
  }
}

void SimulatedObjects::add_places(std::int64_t n, const SimulatedSequence& seen,
                                  const std::vector<int>& component_of) {
  const int known = std::min(seen.tracks.steps, seen.truth.frames - 1);
  for (int t = 0; t < known; ++t) {
    result_.by_step.at("position_error").at(n, t) =
        position_error(seen.truth, seen.tracks, component_of, t);
    double missing = 0;
    for (const int i : component_of) missing += i < 0 || !seen.tracks.centre_at(t, i).known();
    result_.by_step.at("position_missing").at(n, t) = missing / seen.truth.objects;
  }
}

void SimulatedObjects::add_life(std::int64_t n, const SimulatedSequence& seen) {
  const int observe = static_cast<int>(result_.observe);
  const Survival life = survival(seen.outlines, observe);
  record("alive", n, life.share);
  record("all_alive", n, life.all);
  auto& by = result_.by_sequence;
  by["held"][n] = life.held;
  // a picture of a part of the box has no walls
  std::optional<Walls> walls = Walls{0.0, static_cast<double>(shape_.width)};
  if (shape_.width != shape_.height || (world_ && world_->resume({}) && world_->box().low < 0)) {
    walls.reset();
  }
  const Violations wrong = violations(seen.tracks, seen.outlines, observe, sizes_, walls);
  by["overlaps"][n] = wrong.overlaps;
  by["jumps"][n] = wrong.jumps;
  by["size_changes"][n] = wrong.size_changes;
  by["outside"][n] = wrong.outside;
  by["lawful"][n] = wrong.none() ? 1 : 0;
}

void SimulatedObjects::add_physics(std::int64_t n, const SimulatedSequence& seen,
                                   const std::vector<int>& component_of) {
  const int observe = static_cast<int>(result_.observe);
  const auto& masses = seen.sequence.masses;
  if (!masses.empty()) {
    const EnergyCourse energy =
        energy_course(seen.truth, seen.tracks, component_of, masses, observe);
    record("energy", n, energy.model);
    record("true_energy", n, energy.truth);
  }
  if (no_physics(world_.get(), seen.sequence)) return;
  add_start_errors(seen.truth, seen.tracks, component_of, observe, start_);
  let_go_[n] = discs_at(seen.sequence, shape_, observe);
}

void SimulatedObjects::add(std::int64_t n, const SimulatedSequence& seen) {
  const int known = std::min(seen.tracks.steps, seen.truth.frames - 1);
  const int observe = static_cast<int>(result_.observe);
  const bool simulates = observe > 0 && observe < seen.tracks.steps;
  if (simulates) {
    add_life(n, seen);
    if (seen.sequence.masses.empty()) result_.absent["energy"] = "the data has no masses";
    if (const auto reason = no_physics(world_.get(), seen.sequence)) {
      result_.absent["limit"] = result_.absent["straight"] = *reason;
    }
  }
  if (seen.truth.objects == 0) return;
  const int observed = observe > 0 ? std::min(observe, known) : known;
  const auto component_of = match_components(seen.truth, seen.tracks, first_settled_step(observed),
                                             observed, shape_.width);
  add_places(n, seen, component_of);
  if (!simulates) return;
  add_physics(n, seen, component_of);
  if (seen.readings == nullptr || seen.sequence.curtain.empty()) return;
  const Carrying carried = carrying(*seen.readings, seen.tracks, seen.outlines, component_of,
                                    seen.truth.radius, seen.sequence.curtain, observe);
  record("carried", n, carried.share);
  record("all_carried", n, carried.all);
}

void SimulatedObjects::finish() {
  result_.start_error = start_.mean();
  if (!result_.start_error && result_.absent.count("limit") == 0) {
    result_.absent["limit"] = result_.observe < kLineFrames
                                  ? "fewer than 5 steps were observed"
                                  : "no object was held that flew straight for 5 frames";
  }
  const int steps = static_cast<int>(result_.steps - result_.observe);
  const double scale = shape_.pixels_per_unit;
  Series& straight = result_.by_step.at("straight");
  Series& limit = result_.by_step.at("limit");
  for (std::size_t n = 0; n < let_go_.size(); ++n) {
    if (let_go_[n].empty()) continue;
    stop_if_asked(session_.observer);
    const auto row = static_cast<std::int64_t>(n);
    const auto lines = straight_error(*world_, let_go_[n], steps);
    for (int t = 0; t < steps; ++t) straight.at(row, result_.observe + t) = lines[t] * scale;
    if (!result_.start_error) continue;
    const StateError error{result_.start_error->position / scale,
                           result_.start_error->velocity / scale};
    std::vector<double> sums(steps);
    for (int draw = 0; draw < kDraws; ++draw) {
      Rng rng(session_.seed, "limit", n, static_cast<std::uint64_t>(draw));
      const auto off = divergence(*world_, let_go_[n], disturbed(let_go_[n], error, rng), steps);
      for (int t = 0; t < steps; ++t) sums[t] += off[t];
    }
    for (int t = 0; t < steps; ++t) {
      limit.at(row, result_.observe + t) = sums[t] / kDraws * scale;
    }
  }
}

}  // namespace rnem::evaluation
