#include "rnem/evaluation/evaluation_summary.h"

#include <cmath>

#include "rnem/metrics/object_tracks.h"

namespace rnem::evaluation {
namespace {

// The values of an evaluation by sequence, all unknown when the data does not have them.
class BySequence {
 public:
  explicit BySequence(const Evaluation& evaluation)
      : evaluation_(evaluation), unknown_(evaluation.sequences, kUnknown) {}

  std::vector<double> all(const char* series) const { return after(series, 0); }
  std::vector<double> last(const char* series) const {
    return after(series, evaluation_.steps - 1);
  }
  std::vector<double> after(const char* series, std::int64_t step) const {
    const auto found = evaluation_.by_step.find(series);
    if (found == evaluation_.by_step.end() || step >= evaluation_.steps) return unknown_;
    return found->second.per_sequence(step, evaluation_.steps);
  }
  const std::vector<double>& of(const char* key) const { return evaluation_.by_sequence.at(key); }

 private:
  const Evaluation& evaluation_;
  std::vector<double> unknown_;
};

std::vector<double> scaled(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

EvaluationSummary::Births births_of(const BirthCount& births) {
  const auto share = [](std::int64_t part, std::int64_t whole) {
    return whole == 0 ? kUnknown : static_cast<double>(part) / static_cast<double>(whole);
  };
  return {births.count, share(births.waited, births.born), share(births.soon, births.count)};
}

void add_reappearances(const Evaluation& e, std::uint64_t seed, EvaluationSummary& s) {
  std::vector<double> error, straight, drawn, missing;
  for (const Reappearance& one : e.reappearances) {
    error.push_back(one.error);
    straight.push_back(one.straight_error);
    drawn.push_back(one.drawn);
    // one component for everything has no position to miss
    missing.push_back(e.k == 1 ? kUnknown : std::isnan(one.error) ? 1.0 : 0.0);
  }
  s.reappearances = static_cast<std::int64_t>(e.reappearances.size());
  s.reappearance_error = mean_estimate(error, seed);
  s.reappearance_straight_error = mean_estimate(straight, seed);
  s.reappearance_missing = mean_estimate(missing, seed);
  s.reappearance_drawn = mean_estimate(drawn, seed);
}

void add_objects(const Evaluation& e, const BySequence& by, std::uint64_t seed,
                 EvaluationSummary& s) {
  const auto mean = [&](const char* key) { return mean_estimate(by.of(key), seed); };
  s.objects = mean("objects");
  s.objects_found = mean("objects_found");
  s.all_objects_found = mean("all_objects_found");
  s.identity_switches = mean("identity_switches");
  s.position_error = mean("position_error");
  s.position_error_units =
      mean_estimate(scaled(by.of("position_error"), 1 / e.pixels_per_unit), seed);
  s.position_missing = mean("position_missing");
  s.attends = e.attends;
  s.attention_auc = e.attention_auc.value_or(kUnknown);
  s.attention_colliding = mean("attention_colliding");
  s.attention_apart = mean("attention_apart");
  s.hidden_position_error = e.hidden_position_error.value_or(kUnknown);
  s.hidden_position_share = e.hidden_position_share.value_or(kUnknown);
  s.curtain_same_component = e.curtain_same_component.value_or(kUnknown);
  s.curtain_returns = e.curtain_returns;
  s.births = births_of(e.births);
  s.starts = births_of(e.starts);
  add_reappearances(e, seed, s);
}

}  // namespace

EvaluationSummary summarise(const Evaluation& e, const RunNames& names, std::uint64_t seed) {
  const BySequence by(e);
  const auto mean = [&](const std::vector<double>& values) { return mean_estimate(values, seed); };
  EvaluationSummary s;
  s.names = names;
  s.sequences = e.sequences;
  s.k = e.k;
  s.steps = e.steps;
  s.noise = e.noise;
  s.loss = mean(by.all("total"));
  s.intra = mean(by.all("intra"));
  s.inter = mean(by.all("inter"));
  s.bce = mean(by.last("upper_intra"));
  s.relational_bce = mean(by.last("relational_upper_intra"));
  s.baseline_bce = mean(by.last("baseline"));
  s.baseline_relational_bce = mean(by.last("relational_baseline"));
  s.relative_bce = ratio_estimate(by.last("upper_intra"), by.last("baseline"), seed);
  s.relative_relational_bce =
      ratio_estimate(by.last("relational_upper_intra"), by.last("relational_baseline"), seed);
  s.squared_error = mean(by.last("squared_error"));
  s.ari = mean(by.all("ari"));
  s.ari_last = mean(by.last("ari"));
  s.ari_settled = mean(by.after("ari", kSettledSteps));
  s.ami_last = mean(by.of("ami_last"));
  s.confidence = mean(by.all("confidence"));
  const int settled = first_settled_step(static_cast<int>(e.steps));
  s.background_entropy = mean(by.after("background_entropy", settled));
  s.object_entropy = mean(by.after("object_entropy", settled));
  add_objects(e, by, seed, s);
  for (const auto& [key, series] : e.by_step) {
    s.per_step[key] = series.per_step();
    s.mean_over_steps[key] = mean_of(series.per_sequence());
  }
  return s;
}

std::vector<ReportNumber> numbers(const EvaluationSummary& s) {
  const auto per_step = [&](const char* series) -> const std::vector<double>* {
    const auto found = s.per_step.find(series);
    return found == s.per_step.end() ? nullptr : &found->second;
  };
  std::vector<ReportNumber> all = {
      {"loss", s.loss},
      {"intra", s.intra},
      {"inter", s.inter},
      {"bce", s.bce},
      {"relational_bce", s.relational_bce},
      {"baseline_bce", s.baseline_bce},
      {"baseline_relational_bce", s.baseline_relational_bce},
      {"relative_bce", s.relative_bce},
      {"relative_relational_bce", s.relative_relational_bce},
      {"ari", s.ari},
      {"ari_last", s.ari_last},
      {"ami_last", s.ami_last},
      {"confidence", s.confidence},
      {"bce_per_step", per_step("upper_intra")},
      {"relational_bce_per_step", per_step("relational_upper_intra")},
      {"ari_per_step", per_step("ari")},
      // beyond the table of the paper
      {"ari_after_10", s.ari_settled},
      {"background_entropy", s.background_entropy},
      {"object_entropy", s.object_entropy},
      {"objects", s.objects},
      {"objects_found", s.objects_found},
      {"all_objects_found", s.all_objects_found},
      {"identity_switches", s.identity_switches},
      {"position_error", s.position_error},
      {"position_error_units", s.position_error_units},
      {"position_missing", s.position_missing},
      {"attention_auc", s.attention_auc},
      {"attention_colliding", s.attention_colliding},
      {"attention_apart", s.attention_apart},
      {"hidden_position_error", s.hidden_position_error},
      {"hidden_position_share", s.hidden_position_share},
      {"curtain_same_component", s.curtain_same_component},
      {"curtain_returns", s.curtain_returns},
      {"births", s.births.count},
      {"birth_frames", s.births.frames},
      {"births_soon", s.births.soon},
      {"starts", s.starts.count},
      {"start_frames", s.starts.frames},
      {"starts_soon", s.starts.soon},
      {"reappearances", s.reappearances},
      {"reappearance_error", s.reappearance_error},
      {"reappearance_straight_error", s.reappearance_straight_error},
      {"reappearance_missing", s.reappearance_missing},
      {"reappearance_drawn", s.reappearance_drawn},
  };
  if (s.squared_error) all.push_back({"squared_error", s.squared_error});
  return all;
}

}  // namespace rnem::evaluation
