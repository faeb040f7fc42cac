// How well the truth can be read from theta by a linear map.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "rnem/evaluation/object_moments.h"
#include "rnem/metrics/series.h"

namespace rnem::evaluation {

struct ProbeSettings {
  std::int64_t training = 256;   // sequences of the training split to fit the map to
  std::int64_t sequences = 256;  // of the session's split to test it on
  std::int64_t batch = 32;
  model::EmSettings em;  // with steps > 0
};

// Errors of one quantity over some moments.
struct ReadingScore {
  double length = 0, squares = 0;  // summed |error| and |error|²
  double spread = 0;               // summed |truth - training mean|²
  std::int64_t count = 0;

  void add(double error_squared, double spread_squared);
  double error() const;  // mean length; kUnknown without moments
  double r2() const;     // 1 - squares / spread; kUnknown without spread
};

// The quantities, in the order in which they are reported: position, velocity (pixels, pixels per
// frame), size (radius in pixels), mass.
const std::vector<std::string>& probe_quantities();

struct Probe {
  std::int64_t training = 0, sequences = 0, k = 0, steps = 0;
  std::int64_t examples = 0;  // moments that the map was fitted to
  double noise = 0;
  std::map<std::string, std::vector<ReadingScore>> by_step;  // [T] visible moments
  std::map<std::string, ReadingScore> settled;               // over the settled steps
  ReadingScore mass_before, mass_after;  // settled: the object's first collision
  // behind the curtain, pixels; kUnknown without one
  double hidden_position_error = kUnknown, return_position_error = kUnknown;
  std::int64_t hidden = 0, returns = 0;  // their numbers
};

// The map is fitted by ridge regression to the settled moments of training sequences at which an
// object is wholly visible and its component has it. It is tested on other sequences: on all
// moments at which the object is at least half visible. InputError like for_each_moment().
Probe probe(const Session& session, const ProbeSettings& settings);

}  // namespace rnem::evaluation
