#include "rnem/evaluation/evaluate.h"

#include <cmath>
#include <span>

#include "rnem/core/task.h"
#include "rnem/metrics/assignment_entropy.h"
#include "rnem/metrics/attention_contrast.h"
#include "rnem/metrics/grouping.h"
#include "rnem/metrics/mutual_information.h"
#include "rnem/metrics/step_losses.h"
#include "rnem/metrics/tracker.h"

namespace rnem::evaluation {
namespace {

using torch::Tensor;

class Evaluator {
 public:
  Evaluator(const Session& session, const EvaluationSettings& settings);

  void add(const dataset::Batch& batch, std::int64_t first);
  Evaluation finish();

 private:
  void record(const std::string& key, const Tensor& values, std::int64_t t);
  void record(const std::string& prefix, const LossParts& parts, std::int64_t t);
  void add_losses(const model::Step& step, const dataset::Batch& batch);
  void add_grouping(const model::Step& step, const Tensor& component, const dataset::Batch& batch);
  void add_objects(const dataset::Batch& batch, Tracker& tracker);
  void append_reappearances(const ObjectTruth& truth, const Tracks& tracks,
                            const std::vector<int>& component_of);

  const Session& session_;
  const EvaluationSettings& settings_;
  std::int64_t first_ = 0;  // sequence of the batch under way
  Evaluation result_;
  std::vector<Scored> attention_;
  HiddenTracking hidden_;
};

Evaluator::Evaluator(const Session& session, const EvaluationSettings& settings)
    : session_(session), settings_(settings) {
  const model::Model& model = *session.file.model;
  result_.sequences = settings.sequences;
  result_.steps = settings.em.steps;
  result_.k = model::components(model, settings.em);
  result_.noise = model::flip_probability(model, settings.em);
  result_.pixels_per_unit = session.source->shape().pixels_per_unit;
  for (const char* key :
       {"ami_last", "objects", "objects_found", "all_objects_found", "identity_switches",
        "position_error", "position_missing", "attention_colliding", "attention_apart"}) {
    result_.by_sequence[key].assign(settings.sequences, kUnknown);
  }
}

// values [B] of step t
void Evaluator::record(const std::string& key, const Tensor& values, std::int64_t t) {
  Series& series = result_.by_step.try_emplace(key, result_.sequences, result_.steps).first->second;
  const Tensor plain = values.detach().to(torch::kCPU, torch::kFloat64).contiguous();
  for (std::int64_t b = 0; b < plain.size(0); ++b) {
    series.at(first_ + b, t) = plain.data_ptr<double>()[b];
  }
}

void Evaluator::record(const std::string& prefix, const LossParts& parts, std::int64_t t) {
  record(prefix + "total", parts.total, t);
  record(prefix + "intra", parts.intra, t);
  record(prefix + "inter", parts.inter, t);
}

void Evaluator::add_losses(const model::Step& step, const dataset::Batch& batch) {
  const auto frame = [&](const Tensor& frames, std::int64_t t) {
    return frames[t].flatten(1).to(step.target.device(), step.target.scalar_type());
  };
  const auto pixels = [&](std::int64_t t) {
    const Tensor numbers = frame(batch.features, t);
    return batch.levels == 1 ? numbers : numbers / static_cast<double>(batch.levels);
  };
  const StepLosses losses =
      step_losses(step, pixels(step.t), pixels(step.t + 1),
                  batch.collisions.defined() ? frame(batch.collisions, step.t) : Tensor(),
                  session_.file.model->settings().loss);
  record("", losses.plain, step.t);
  record("upper_", losses.upper, step.t);
  record("baseline", losses.still, step.t);
  if (losses.squared_error.defined()) record("squared_error", losses.squared_error, step.t);
  if (!batch.collisions.defined()) return;
  record("relational_", losses.plain_relational, step.t);
  record("relational_upper_", losses.upper_relational, step.t);
  record("relational_baseline", losses.still_relational, step.t);
}

// component [B,D]: argmax over gamma
void Evaluator::add_grouping(const model::Step& step, const Tensor& component,
                             const dataset::Batch& batch) {
  const Tensor& gamma = step.state.gamma;
  const bool dark_is_black = batch.levels == 1;  // else it is what belongs to no object
  const Tensor groups = batch.groups.defined() ? batch.groups[step.t + 1].flatten(1) : Tensor();
  if (dark_is_black || groups.defined()) {
    const Tensor dark = dark_is_black ? batch.features[step.t + 1].flatten(1).eq(0) : groups.eq(0);
    record("background_entropy", assignment_entropy(gamma, dark), step.t);
  }
  if (!groups.defined()) return;
  record("ari", metrics::adjusted_rand_index(component, groups, result_.k), step.t);
  // 0 / 0 is NaN: no pixel belongs to one object alone
  const Tensor single = groups.gt(0).to(torch::kFloat64);
  record("object_entropy", assignment_entropy(gamma, groups.gt(0)), step.t);
  const Tensor largest = gamma.detach().amax(1).to(torch::kCPU, torch::kFloat64);
  record("confidence", (largest * single).sum(1) / single.sum(1), step.t);
  if (step.t + 1 < result_.steps) return;

  for (std::int64_t b = 0; b < groups.size(0); ++b) {
    const Tensor pixels = groups[b].nonzero().squeeze(1);
    const Tensor object = groups[b].index_select(0, pixels).to(torch::kInt32);
    const Tensor found = component[b].index_select(0, pixels).to(torch::kInt32);
    const auto labels = [](const Tensor& t) {
      return std::span<const int>(t.data_ptr<int>(), static_cast<std::size_t>(t.numel()));
    };
    result_.by_sequence["ami_last"][first_ + b] =
        adjusted_mutual_information(labels(found), labels(object));
  }
}

void Evaluator::add_objects(const dataset::Batch& batch, Tracker& tracker) {
  const auto shape = session_.source->shape();
  const int steps = static_cast<int>(result_.steps), settled = first_settled_step(steps);
  Series& errors =
      result_.by_step.try_emplace("position_error", result_.sequences, result_.steps).first->second;
  for (std::size_t b = 0; b < batch.truth.size(); ++b) {
    const ObjectTruth truth = truth_of(batch, b, shape);
    const Tracks& tracks = tracker.tracks(b);
    const std::size_t n = static_cast<std::size_t>(first_) + b;
    auto& by = result_.by_sequence;
    if (truth.objects == 0) continue;
    by["objects"][n] = truth.objects;
    if (!tracks.owned.empty()) {
      const Ownership owned = ownership(truth, tracks);
      by["objects_found"][n] = owned.found;
      by["all_objects_found"][n] = owned.found == truth.objects ? 1 : 0;
      by["identity_switches"][n] = owned.switches;
      for (const Birth& birth : births(truth, tracks)) {
        (birth.from_nothing ? result_.births : result_.starts).add(birth);
      }
    }
    // one component for everything has no object of its own to be compared with
    if (tracks.k == 1 && truth.objects > 1) {
      append_reappearances(truth, tracks, {});
      continue;
    }
    const auto component_of = match_components(truth, tracks, settled, steps, shape.width);
    for (int t = 0; t < steps; ++t) {
      errors.at(static_cast<std::int64_t>(n), t) = position_error(truth, tracks, component_of, t);
    }
    by["position_missing"][n] = missing_positions(truth, tracks, component_of);
    if (!truth.hidden.empty()) {
      const HiddenTracking seen = hidden_tracking(truth, tracks, component_of);
      hidden_.error_sum += seen.error_sum;
      hidden_.hidden += seen.hidden;
      hidden_.positions += seen.positions;
      hidden_.returns += seen.returns;
      hidden_.same += seen.same;
    }
    append_reappearances(truth, tracks, component_of);
    if (tracks.attention.empty()) continue;
    const std::size_t before = attention_.size();
    append_attention(truth, tracks, component_of, attention_);
    const AttentionContrast contrast = attention_contrast(std::span(attention_).subspan(before));
    by["attention_colliding"][n] = contrast.colliding;
    by["attention_apart"][n] = contrast.apart;
  }
}

void Evaluator::append_reappearances(const ObjectTruth& truth, const Tracks& tracks,
                                     const std::vector<int>& component_of) {
  const auto shape = session_.source->shape();
  const auto found = reappearances(truth, tracks, component_of, shape.width, shape.height);
  result_.reappearances.insert(result_.reappearances.end(), found.begin(), found.end());
}

void Evaluator::add(const dataset::Batch& batch, std::int64_t first) {
  first_ = first;
  const model::Model& model = *session_.file.model;
  Tracker tracker(batch, result_.steps, result_.k, model.config());
  model::run_em(model, session_.runtime.ops(), clip_of(batch, first, session_.seed), settings_.em,
                [&](const model::Step& step) {
                  stop_if_asked(session_.observer);
                  result_.attends = step.alpha.defined();
                  add_losses(step, batch);
                  const Tensor component = largest_component(step.state.gamma);
                  add_grouping(step, component, batch);
                  tracker.add(step, component);
                });
  add_objects(batch, tracker);
}

Evaluation Evaluator::finish() {
  const auto share = [](double part, std::int64_t whole) -> std::optional<double> {
    if (whole == 0) return std::nullopt;
    return part / static_cast<double>(whole);
  };
  result_.attention_auc = roc_auc(std::move(attention_));
  result_.hidden_position_error = share(hidden_.error_sum, hidden_.positions);
  result_.hidden_position_share = share(static_cast<double>(hidden_.positions), hidden_.hidden);
  result_.curtain_same_component = share(static_cast<double>(hidden_.same), hidden_.returns);
  result_.curtain_returns = hidden_.returns;
  const Series& errors = result_.by_step.at("position_error");
  result_.by_sequence["position_error"] =
      errors.per_sequence(first_settled_step(static_cast<int>(result_.steps)), result_.steps);
  return std::move(result_);
}

}  // namespace

Evaluation evaluate(const Session& session, const EvaluationSettings& settings) {
  const torch::NoGradGuard no_grad;
  Evaluator evaluator(session, settings);
  for_each_batch(
      session, "evaluating", settings.sequences, settings.batch, settings.em.steps + 1,
      [&](const dataset::Batch& batch, std::int64_t first) { evaluator.add(batch, first); });
  return evaluator.finish();
}

}  // namespace rnem::evaluation
