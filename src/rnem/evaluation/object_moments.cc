#include "rnem/evaluation/object_moments.h"

#include <algorithm>

#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/dataset/batches.h"
#include "rnem/evaluation/state_recorder.h"
#include "rnem/metrics/tracker.h"

namespace rnem::evaluation {
namespace {

void check_moments(const Session& session, const MomentSettings& settings) {
  const auto available = session.source->size(settings.split);
  if (settings.sequences > available) {
    fail_input("{}: has {} sequences in split '{}', {} are asked for",
               session.source->description(), available, dataset::split_name(settings.split),
               settings.sequences);
  }
  const auto sequence = session.source->get(settings.split, 0, 0, 1);
  if (sequence.positions.empty() || sequence.velocities.empty() || sequence.radii.empty() ||
      sequence.masses.empty()) {
    fail_input("{}: has no positions, velocities, radii and masses to be read from the model",
               session.source->description());
  }
}

}  // namespace

std::vector<ObjectMoment> object_moments(const ObjectTruth& truth, const std::vector<float>& mass,
                                         const Tracks& tracks,
                                         const std::vector<int>& component_of) {
  std::vector<ObjectMoment> moments;
  for (int o = 0; o < truth.objects; ++o) {
    if (component_of[o] < 0) continue;
    bool struck = false;
    for (int t = 0; t < tracks.steps; ++t) {
      // a bounce on the way from frame t - 1 shows in frame t
      if (t > 0 && !truth.strikes.empty()) {
        struck = struck || truth.strikes[(t - 1) * truth.objects + o] != 0;
      }
      const std::size_t at = static_cast<std::size_t>(t + 1) * truth.objects + o;
      ObjectMoment moment{.object = o, .step = t};
      moment.position = truth.centre[at];
      moment.velocity = truth.velocity[at];
      moment.radius = truth.radius[o];
      moment.mass = mass[o];
      moment.hidden = truth.hidden.empty() ? 0 : truth.hidden[at];
      moment.struck = struck;
      moment.held =
          distance(tracks.centre_at(t, component_of[o]), moment.position) <= moment.radius;
      moments.push_back(moment);
    }
  }
  return moments;
}

void for_each_moment(
    const Session& session, const MomentSettings& settings, const char* what,
    const std::function<void(const std::vector<ObjectMoment>&, const torch::Tensor&)>& work) {
  check_moments(session, settings);
  const torch::NoGradGuard no_grad;
  const model::Model& model = *session.file.model;
  const int steps = static_cast<int>(settings.em.steps);
  const std::int64_t k = model::components(model, settings.em);
  const auto shape = session.source->shape();
  dataset::Batches batches(
      session.source, settings.split,
      dataset::sequential_plan(0, settings.sequences, static_cast<int>(settings.batch)), steps + 1);
  Task progress(session.observer, what, "sequences", settings.sequences);
  for (std::int64_t first = 0; first < settings.sequences; first += settings.batch) {
    const dataset::Batch batch = batches.next();
    Tracker tracker(batch, steps, k, model.config());
    StateRecorder states;
    model::run_em(model, session.runtime.ops(), clip_of(batch, first, session.seed), settings.em,
                  [&](const model::Step& step) {
                    stop_if_asked(session.observer);
                    tracker.add(step, largest_component(step.state.gamma));
                    states.add(step);
                  });
    for (std::size_t b = 0; b < batch.truth.size(); ++b) {
      const ObjectTruth truth = truth_of(batch, b, shape);
      const Tracks& tracks = tracker.tracks(b);
      const auto component_of =
          match_components(truth, tracks, first_settled_step(steps), steps, shape.width);
      const auto moments = object_moments(truth, batch.truth[b].masses, tracks, component_of);
      if (moments.empty()) continue;
      std::vector<std::pair<int, int>> places;
      for (const ObjectMoment& moment : moments) {
        places.emplace_back(moment.step, component_of[moment.object]);
      }
      work(moments, states.rows(b, places));
    }
    progress.update(std::min(first + settings.batch, settings.sequences));
  }
  progress.finish();
}

}  // namespace rnem::evaluation
