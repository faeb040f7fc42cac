// How a model does, step by step: the numbers of docs/evaluation.md over the last few steps.
#pragma once

#include <deque>
#include <vector>

#include "rnem/metrics/object_tracks.h"
#include "rnem/metrics/outlines.h"
#include "rnem/model.h"
#include "rnem/studio/scene.h"

namespace rnem::studio {

// NaN: not known.
struct Measured {
  double position_error;          // mean distance of objects from their components, pixels
  double held;                    // components whose outline is in one piece; let go: of those that
                                  // held an object then, how many still hold one of that size
  double energy, own_energy;      // ½ m v², mean over objects: of the truth, of the model
  std::vector<int> component_of;  // [O] of every object, -1 for none
};

// A value: a copy goes on by itself.
class Measures {
 public:
  // `alone`: the model did not see this frame. Who is whose is found while it watches, and stays.
  Measured add(const Shown& truth, const WatchedStep& step, bool alone);

 private:
  struct Moment {
    std::vector<metrics::Point> objects, components;  // [O], [K]
  };

  void match(double width);
  double energy_of(const std::vector<double>& masses, bool own) const;

  std::deque<Moment> recent_;
  std::vector<int> component_of_;
  metrics::Outlines let_go_;  // two steps: when it was let go, and now
};

}  // namespace rnem::studio
