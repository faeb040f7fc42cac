// Objects at moments, beside what the model carried for them: what maps are fitted to and tested
// on.
#pragma once

#include <functional>
#include <vector>

#include "rnem/evaluation/session.h"
#include "rnem/metrics/object_tracks.h"

namespace rnem::evaluation {

// An object at a step of the loop; everything is about frame step + 1, in pixels.
struct ObjectMoment {
  int object = 0, step = 0;
  Point position, velocity;
  double radius = 0, mass = 0;
  double hidden = 0;    // share of it behind the curtain
  bool struck = false;  // it has bounced off another by the frame that the step saw
  bool held = false;    // its component's centre is within its radius
};

// All moments of one sequence whose object has a component. mass [O].
std::vector<ObjectMoment> object_moments(const ObjectTruth& truth, const std::vector<float>& mass,
                                         const Tracks& tracks,
                                         const std::vector<int>& component_of);

struct MomentSettings {
  dataset::Split split = dataset::Split::kTraining;
  std::int64_t sequences = 0;
  std::int64_t batch = 32;
  model::EmSettings em;
};

// Runs the model over sequences 0 .. sequences - 1 of a split and hands over the moments of each in
// the order of objects and then of steps, with what their components carried, [N,F]. InputError
// when the split has fewer sequences, or the data no positions, velocities, radii and masses.
void for_each_moment(
    const Session& session, const MomentSettings& settings, const char* what,
    const std::function<void(const std::vector<ObjectMoment>&, const torch::Tensor&)>& work);

}  // namespace rnem::evaluation
