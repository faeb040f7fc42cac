// Reads the truth from what a model carries.
#pragma once

#include <functional>
#include <vector>

#include "rnem/evaluation/object_moments.h"
#include "rnem/metrics/linear_map.h"

namespace rnem::evaluation {

struct FittedMap {
  LinearMap map;
  std::int64_t examples = 0;  // moments that it was fitted to
};

// A map from theta to `truth` of a moment, [N] moments -> [N,Q], fitted to the settled moments of
// training sequences at which an object is wholly visible and its component has it. InputError when
// there are none.
FittedMap fit_map(const Session& session, const MomentSettings& settings,
                  const std::function<torch::Tensor(const std::vector<ObjectMoment>&)>& truth);

// [N,2] (x, y) in pixels
torch::Tensor places_of(const std::vector<ObjectMoment>& moments);

// Places behind the curtain, read from theta: sums over objects of many sequences.
struct HiddenReading {
  double hidden_sum = 0, return_sum = 0;  // distances from the truth, pixels
  std::int64_t hidden = 0;                // moments at which an object is wholly hidden
  std::int64_t returns = 0;  // first moments after that at which half of it is visible again

  // moments: those of one sequence as for_each_moment() gives them; read [N]: the places read
  void add(const std::vector<ObjectMoment>& moments, const std::vector<Point>& read, int first);
};

}  // namespace rnem::evaluation
