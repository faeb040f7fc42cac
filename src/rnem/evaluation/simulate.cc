#include "rnem/evaluation/simulate.h"

#include <algorithm>

#include "rnem/core/task.h"
#include "rnem/evaluation/simulated_objects.h"
#include "rnem/evaluation/state_recorder.h"
#include "rnem/metrics/assignment.h"
#include "rnem/metrics/blobs.h"
#include "rnem/metrics/component_recorder.h"
#include "rnem/metrics/shared_component.h"
#include "rnem/metrics/step_losses.h"
#include "rnem/metrics/tracker.h"
#include "rnem/metrics/true_motion.h"

namespace rnem::evaluation {
namespace {

using torch::Tensor;

// Mean distance of objects from the patches that fit them best; kUnknown when nothing fits.
double patch_error(const ObjectTruth& truth, int frame, const std::vector<Point>& patches) {
  std::vector<double> cost;
  int objects = 0;
  for (int o = 0; o < truth.objects; ++o) {
    if (!truth.centre_at(frame, o).known()) continue;
    ++objects;
    for (const Point& patch : patches) cost.push_back(distance(truth.centre_at(frame, o), patch));
  }
  const int count = static_cast<int>(patches.size());
  if (objects == 0 || count == 0) return kUnknown;
  const auto patch_of = cheapest_assignment(cost, objects, count);
  double sum = 0;
  for (int o = 0; o < objects; ++o) {
    if (patch_of[o] >= 0) sum += cost[o * count + patch_of[o]];
  }
  return sum / std::min(objects, count);
}

// The places that a map reads from what the components of a batch carry.
class ReadingRecorder {
 public:
  ReadingRecorder(const LinearMap& map, std::int64_t batch, std::int64_t steps, std::int64_t k)
      : map_(map), readings_(batch) {
    for (Readings& readings : readings_) {
      readings.steps = static_cast<int>(steps);
      readings.k = static_cast<int>(k);
      readings.place.resize(steps * k);
    }
  }

  void add(const model::Step& step) {
    const Tensor carried = carried_state(step.state);
    const std::int64_t k = carried.size(1);
    const Tensor places = map_.apply(carried.flatten(0, 1)).contiguous();
    const double* xy = places.data_ptr<double>();
    for (Readings& readings : readings_) {
      for (std::int64_t i = 0; i < k; ++i, xy += places.size(1)) {
        readings.place[step.t * k + i] = {xy[0], xy[1]};
      }
    }
  }

  const Readings& of(std::size_t b) const { return readings_[b]; }

 private:
  const LinearMap& map_;
  std::vector<Readings> readings_;
};

class Simulator {
 public:
  Simulator(const Session& session, const SimulationSettings& settings);
  void add(const dataset::Batch& batch, std::int64_t first);
  Simulation finish();

 private:
  Series& series(const char* key) { return result_.by_step.at(key); }
  std::vector<ObjectTruth> truth_of_all(const dataset::Batch& batch) const;
  std::vector<Point> patches(const Tensor& pictures, std::int64_t b) const;
  void add_step(const model::Step& step, const dataset::Batch& batch,
                const std::vector<ObjectTruth>& truth);
  void add_area(const char* key, const Tensor& pictures, std::int64_t t);
  void add_sharing(const Tracker& watched, const std::vector<ObjectTruth>& truth);

  const Session& session_;
  const SimulationSettings& settings_;
  worlds::Shape shape_;
  std::int64_t first_ = 0;  // sequence of the batch under way
  Simulation result_;
  std::optional<SimulatedObjects> objects_;
};

Simulator::Simulator(const Session& session, const SimulationSettings& settings)
    : session_(session), settings_(settings), shape_(session.source->shape()) {
  const model::Model& model = *session.file.model;
  result_.sequences = settings.sequences;
  result_.observe = settings.em.observe;
  result_.steps = settings.em.steps;
  result_.k = model::components(model, settings.em);
  result_.noise = model::flip_probability(model, settings.em);
  for (const char* key : {"bce", "baseline_bce", "position_error", "objects", "true_objects",
                          "object_drift", "area", "faint_area", "true_area"}) {
    result_.by_step.emplace(key, Series(result_.sequences, result_.steps));
  }
  result_.by_sequence["shared_component"].assign(result_.sequences, kUnknown);
  objects_.emplace(session, result_);
  if (result_.k == 1) {
    for (const char* key : {"limit", "alive", "energy", "violations"}) {
      result_.absent[key] = "one component for everything holds no single object";
    }
  }
  if (!settings.reading) result_.absent["carried"] = "places were not read (--readings)";
}

// The truth about every sequence, as far as the simulation goes where physics can say.
std::vector<ObjectTruth> Simulator::truth_of_all(const dataset::Batch& batch) const {
  std::vector<ObjectTruth> all;
  const int frames = static_cast<int>(result_.steps) + 1;
  for (std::size_t b = 0; b < batch.truth.size(); ++b) {
    all.push_back(truth_of(batch, b, shape_));
    if (no_physics(objects_->world(), batch.truth[b])) continue;
    continue_truth(*objects_->world(), batch.truth[b], shape_, frames, all.back());
  }
  return all;
}

// Patches of picture b of [B,D] uint8.
std::vector<Point> Simulator::patches(const Tensor& pictures, std::int64_t b) const {
  const std::int64_t pixels = pictures.size(1);
  return blob_centres(
      {pictures.data_ptr<std::uint8_t>() + b * pixels, static_cast<std::size_t>(pixels)},
      shape_.height, shape_.width);
}

// pictures [B,D] of zeros and ones
void Simulator::add_area(const char* key, const Tensor& pictures, std::int64_t t) {
  const Tensor pixels = pictures.sum(1, /*keepdim=*/false, torch::kFloat64).cpu();
  for (std::int64_t b = 0; b < pixels.size(0); ++b) {
    series(key).at(first_ + b, t) = pixels.data_ptr<double>()[b];
  }
}

void Simulator::add_step(const model::Step& step, const dataset::Batch& batch,
                         const std::vector<ObjectTruth>& truth) {
  const Tensor prediction = step.state.presence().amax(1);
  const bool binary = batch.levels == 1;
  result_.finite = result_.finite && torch::isfinite(prediction).all().item<bool>();
  const Tensor picture = prediction.gt(model::kOutline).to(torch::kCPU, torch::kUInt8).contiguous();
  const std::int64_t frame = step.t + 1, count = picture.size(0);
  const bool recorded = frame < batch.features.size(0) && (binary || batch.groups.defined());
  Tensor bce, baseline, target;
  if (recorded) {
    const std::int64_t seen = std::min(step.t, std::max<std::int64_t>(result_.observe, 1) - 1);
    const auto pixels = [&](std::int64_t t) {
      const Tensor numbers =
          batch.features[t].flatten(1).to(prediction.device(), prediction.scalar_type());
      return binary ? numbers : numbers / static_cast<double>(batch.levels);
    };
    // of grey and colour, what belongs to objects
    target = (binary ? batch.features[frame] : batch.groups[frame].gt(0).to(torch::kUInt8))
                 .flatten(1)
                 .contiguous();
    const double scale = 0.5 / std::pow(session_.file.model->settings().loss.deviation, 2);
    const auto error = [&](const Tensor& predicted) {
      const Tensor off = binary ? picture_bce(predicted, pixels(frame))
                                : (predicted - pixels(frame)).square().sum(1) * scale;
      return off.to(torch::kCPU, torch::kFloat64);
    };
    bce = error(binary ? prediction : step.state.picture());
    baseline = error(pixels(seen));
  }
  add_area("area", picture, step.t);
  add_area("faint_area", prediction.gt(model::kNotDark), step.t);
  if (recorded) add_area("true_area", target, step.t);
  for (std::int64_t b = 0; b < count; ++b) {
    const std::int64_t n = first_ + b;
    const auto drawn = patches(picture, b);
    series("objects").at(n, step.t) = static_cast<double>(drawn.size());
    if (result_.k == 1 && frame < truth[b].frames) {
      series("position_error").at(n, step.t) =
          patch_error(truth[b], static_cast<int>(frame), drawn);
    }
    if (!recorded) continue;
    const double present = static_cast<double>(patches(target, b).size());
    series("true_objects").at(n, step.t) = present;
    series("object_drift").at(n, step.t) = std::abs(static_cast<double>(drawn.size()) - present);
    series("bce").at(n, step.t) = bce.data_ptr<double>()[b];
    series("baseline_bce").at(n, step.t) = baseline.data_ptr<double>()[b];
  }
}

// `watched` are tracks of the observed steps.
void Simulator::add_sharing(const Tracker& watched, const std::vector<ObjectTruth>& truth) {
  const int observed = static_cast<int>(result_.observe);
  for (std::size_t b = 0; b < truth.size(); ++b) {
    const Tracks& tracks = watched.tracks(b);
    if (truth[b].objects == 0 || tracks.owned.empty()) continue;
    result_.by_sequence["shared_component"][first_ + b] =
        shares_component(truth[b], tracks, first_settled_step(observed), observed) ? 1 : 0;
  }
}

void Simulator::add(const dataset::Batch& batch, std::int64_t first) {
  first_ = first;
  const model::Model& model = *session_.file.model;
  const auto truth = truth_of_all(batch);
  const auto count = static_cast<std::int64_t>(truth.size());
  ComponentRecorder recorder(count, result_.steps, result_.k, shape_.height, shape_.width);
  const bool watches = result_.observe > 0 && result_.k > 1;
  Tracker watched(batch, watches ? result_.observe : 0, result_.k, model.config());
  std::optional<ReadingRecorder> readings;
  if (settings_.reading) readings.emplace(*settings_.reading, count, result_.steps, result_.k);
  model::run_em(model, session_.runtime.ops(), clip_of(batch, first, session_.seed), settings_.em,
                [&](const model::Step& step) {
                  stop_if_asked(session_.observer);
                  add_step(step, batch, truth);
                  recorder.add(step);
                  if (watches && step.t < result_.observe) {
                    watched.add(step, largest_component(step.state.gamma));
                  }
                  if (readings) readings->add(step);
                });
  if (result_.k == 1) return;
  if (watches) add_sharing(watched, truth);
  for (std::size_t b = 0; b < truth.size(); ++b) {
    objects_->add(first + static_cast<std::int64_t>(b),
                  {batch.truth[b], truth[b], recorder.tracks(b), recorder.outlines(b),
                   readings ? &readings->of(b) : nullptr});
  }
}

Simulation Simulator::finish() {
  if (result_.k > 1 && result_.observe > 0) objects_->finish();
  objects_.reset();
  return std::move(result_);
}

}  // namespace

Simulation simulate(const Session& session, const SimulationSettings& settings) {
  const torch::NoGradGuard no_grad;
  Simulator simulator(session, settings);
  // a simulation may go on where the recorded frames end
  const auto observed = std::min(std::max<std::int64_t>(settings.em.observe, 0), settings.em.steps);
  const auto frames = std::min<std::int64_t>(
      {settings.em.steps + 1, session.source->frames(),
       settings.em.observe < 0 ? settings.em.steps + 1 : observed + settings.pictures + 1});
  for_each_batch(
      session, "simulating", settings.sequences, settings.batch, frames,
      [&](const dataset::Batch& batch, std::int64_t first) { simulator.add(batch, first); });
  return simulator.finish();
}

}  // namespace rnem::evaluation
