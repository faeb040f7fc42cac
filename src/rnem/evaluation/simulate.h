// A model as a simulator: it watches for a while, then goes on from its own predictions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rnem/evaluation/session.h"
#include "rnem/metrics/linear_map.h"
#include "rnem/metrics/reference_motion.h"
#include "rnem/metrics/series.h"

namespace rnem::evaluation {

struct SimulationSettings {
  std::int64_t sequences = 0;
  std::int64_t batch = 32;  // sequences in memory at a time; changes no number
  model::EmSettings em;     // steps: observed and simulated together; observe >= 0
  // Simulated steps that are compared with true pictures; those take memory. Places are compared
  // for as long as the physics of the world is known.
  std::int64_t pictures = 100;
  // Reads places from what components carry (readings.h): data with a curtain only.
  std::optional<LinearMap> reading;
};

struct Simulation {
  std::int64_t sequences = 0, k = 0, observe = 0, steps = 0;
  double noise = 0;
  bool finite = true;  // all predictions were numbers

  // By step; kUnknown where the data cannot say, such as beyond its last frame.
  //   bce             max_k psi_k against the true frame, summed over pixels
  //   baseline_bce    the same for the last frame the model saw (observed steps: the current one)
  //   position_error  pixels. K > 1: of the component that was matched to each object over the
  //                   observed steps. K = 1: of the patch of the picture that is matched to each
  //                   object at that step, so identity does not count.
  //   position_missing  share of the objects that have no such distance: no or an empty component
  //   objects         patches in the predicted picture, max_k psi_k > 0.5
  //   true_objects    patches in the true frame: balls that touch are one in both
  //   object_drift    |objects - true_objects|
  //   area            pixels of the predicted picture; faint_area: those of max_k psi_k > 0.1
  //   true_area       pixels of the true frame
  // By simulated step:
  //   straight, limit  position errors of reference_motion.h, pixels; limit from start_error
  //   alive, all_alive  survival.h
  //   energy, true_energy  kinetic_energy.h
  //   carried, all_carried  carrying.h; with a reading
  std::map<std::string, Series> by_step;

  // By sequence: held (survival.h), overlaps, jumps, size_changes, outside, lawful (1 when none of
  // these happened; violations.h). shared_component: 1 where one component leads two objects over
  // the observed steps, 0 where none does; kUnknown for K = 1 and without masks.
  std::map<std::string, std::vector<double>> by_sequence;

  std::optional<StateError> start_error;  // pixels; start_error.h

  // Why a key has no numbers.
  std::map<std::string, std::string> absent;

  // [N] means of a series over the simulated steps
  std::vector<double> simulated(const std::string& key) const {
    return by_step.at(key).per_sequence(observe, steps);
  }
};

Simulation simulate(const Session& session, const SimulationSettings& settings);

}  // namespace rnem::evaluation
