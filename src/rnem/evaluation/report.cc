#include "rnem/evaluation/report.h"

#include <fmt/format.h>

#include <cmath>

#include "rnem/metrics/bootstrap.h"

namespace rnem::evaluation {
namespace {

using Json = nlohmann::ordered_json;

// Builds the report key by key; scalars with their interval.
class Builder {
 public:
  Builder(const Evaluation& evaluation, std::uint64_t seed)
      : evaluation_(evaluation), seed_(seed), unknown_(evaluation.sequences, kUnknown) {}

  void set(const char* key, Json value) { report_[key] = std::move(value); }

  void mean(const char* key, const std::vector<double>& values) {
    put(key, mean_estimate(values, seed_));
  }
  void ratio(const char* key, const std::vector<double>& above, const std::vector<double>& below) {
    put(key, ratio_estimate(above, below, seed_));
  }
  void per_step(const char* key, const char* series) {
    const auto found = evaluation_.by_step.find(series);
    report_[key] =
        found == evaluation_.by_step.end() ? Json() : json_numbers(found->second.per_step());
  }

  // [N] of a series, all unknown when the data does not have it
  std::vector<double> all(const char* series) const {
    const auto found = evaluation_.by_step.find(series);
    return found == evaluation_.by_step.end() ? unknown_ : found->second.per_sequence();
  }
  std::vector<double> last(const char* series) const {
    const auto found = evaluation_.by_step.find(series);
    return found == evaluation_.by_step.end() ? unknown_ : found->second.last();
  }
  std::vector<double> after(const char* series, std::int64_t step) const {
    const auto found = evaluation_.by_step.find(series);
    if (found == evaluation_.by_step.end() || step >= evaluation_.steps) return unknown_;
    return found->second.per_sequence(step, evaluation_.steps);
  }
  const std::vector<double>& sequence(const char* key) const {
    return evaluation_.by_sequence.at(key);
  }

  Json finish() {
    report_["intervals"] = std::move(intervals_);
    return std::move(report_);
  }

 private:
  void put(const char* key, const std::optional<Estimate>& estimate) {
    report_[key] = estimate.has_value() ? json_number(estimate->value) : Json();
    intervals_[key] = estimate.has_value() ? json_numbers({estimate->low, estimate->high}) : Json();
  }

  const Evaluation& evaluation_;
  std::uint64_t seed_;
  std::vector<double> unknown_;
  Json report_, intervals_;
};

std::vector<double> scaled(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

void add_births(Builder& builder, const char* number, const char* frames, const char* soon,
                const BirthCount& births) {
  const auto share = [](std::int64_t part, std::int64_t whole) {
    return whole == 0 ? kUnknown : static_cast<double>(part) / static_cast<double>(whole);
  };
  builder.set(number, births.count);
  builder.set(frames, json_number(share(births.waited, births.born)));
  builder.set(soon, json_number(share(births.soon, births.count)));
}

void add_reappearances(Builder& builder, const std::vector<Reappearance>& list, std::int64_t k) {
  std::vector<double> error, straight, drawn, missing;
  for (const Reappearance& one : list) {
    error.push_back(one.error);
    straight.push_back(one.straight_error);
    drawn.push_back(one.drawn);
    // one component for everything has no position to miss
    missing.push_back(k == 1 ? kUnknown : std::isnan(one.error) ? 1.0 : 0.0);
  }
  builder.set("reappearances", list.size());
  builder.mean("reappearance_error", error);
  builder.mean("reappearance_straight_error", straight);
  builder.mean("reappearance_missing", missing);
  builder.mean("reappearance_drawn", drawn);
}

void add_objects(Builder& builder, const Evaluation& e) {
  builder.mean("objects", builder.sequence("objects"));
  builder.mean("objects_found", builder.sequence("objects_found"));
  builder.mean("all_objects_found", builder.sequence("all_objects_found"));
  builder.mean("identity_switches", builder.sequence("identity_switches"));
  builder.mean("position_error", builder.sequence("position_error"));
  builder.mean("position_error_units",
               scaled(builder.sequence("position_error"), 1 / e.pixels_per_unit));
  builder.mean("position_missing", builder.sequence("position_missing"));
  builder.set("attention_auc", json_number(e.attention_auc));
  builder.mean("attention_colliding", builder.sequence("attention_colliding"));
  builder.mean("attention_apart", builder.sequence("attention_apart"));
  builder.set("hidden_position_error", json_number(e.hidden_position_error));
  builder.set("hidden_position_share", json_number(e.hidden_position_share));
  builder.set("curtain_same_component", json_number(e.curtain_same_component));
  builder.set("curtain_returns", e.curtain_returns);
  add_births(builder, "births", "birth_frames", "births_soon", e.births);
  add_births(builder, "starts", "start_frames", "starts_soon", e.starts);
  add_reappearances(builder, e.reappearances, e.k);
}

}  // namespace

Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json json_number(const std::optional<double>& value) {
  return value.has_value() ? json_number(*value) : Json();
}

Json json_numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(json_number(value));
  return list;
}

Json report_json(const Evaluation& e, const std::string& model, const std::string& dataset,
                 const std::string& split, std::uint64_t seed) {
  Builder builder(e, seed);
  builder.set("model", model);
  builder.set("dataset", dataset);
  builder.set("split", split);
  builder.set("sequences", e.sequences);
  builder.set("k", e.k);
  builder.set("steps", e.steps);
  builder.set("noise", e.noise);
  builder.mean("loss", builder.all("total"));
  builder.mean("intra", builder.all("intra"));
  builder.mean("inter", builder.all("inter"));
  builder.mean("bce", builder.last("upper_intra"));
  builder.mean("relational_bce", builder.last("relational_upper_intra"));
  builder.mean("baseline_bce", builder.last("baseline"));
  builder.mean("baseline_relational_bce", builder.last("relational_baseline"));
  builder.ratio("relative_bce", builder.last("upper_intra"), builder.last("baseline"));
  builder.ratio("relative_relational_bce", builder.last("relational_upper_intra"),
                builder.last("relational_baseline"));
  builder.mean("ari", builder.all("ari"));
  builder.mean("ari_last", builder.last("ari"));
  builder.mean("ami_last", builder.sequence("ami_last"));
  builder.mean("confidence", builder.all("confidence"));
  builder.per_step("bce_per_step", "upper_intra");
  builder.per_step("relational_bce_per_step", "relational_upper_intra");
  builder.per_step("ari_per_step", "ari");
  // beyond the table of the paper
  builder.mean("ari_after_10", builder.after("ari", kSettledSteps));
  const int settled = first_settled_step(static_cast<int>(e.steps));
  builder.mean("background_entropy", builder.after("background_entropy", settled));
  builder.mean("object_entropy", builder.after("object_entropy", settled));
  add_objects(builder, e);
  Json per_step = Json::object(), means = Json::object();
  for (const auto& [key, series] : e.by_step) {
    per_step[key] = json_numbers(series.per_step());
    means[key] = json_number(mean_of(series.per_sequence()));
  }
  builder.set("per_step", std::move(per_step));
  builder.set("mean_over_steps", std::move(means));
  return builder.finish();
}

std::string report_table(const Json& report) {
  const auto cell = [](const Json& value) {
    return value.is_null() ? std::string("-") : fmt::format("{:.5g}", value.get<double>());
  };
  std::string table =
      fmt::format("model     {}\ndata      {}, {}, {} sequences\n",
                  report["model"].get<std::string>(), report["dataset"].get<std::string>(),
                  report["split"].get<std::string>(), report["sequences"].get<std::int64_t>());
  table += fmt::format("settings  K = {}, {} steps, noise {}\n\n", report["k"].get<std::int64_t>(),
                       report["steps"].get<std::int64_t>(), report["noise"].get<double>());
  table += fmt::format("{:<26}{:>11}   {}\n", "", "mean", "95 % interval");
  const auto& intervals = report["intervals"];
  bool settings = true;  // keys up to the noise are above
  for (const auto& [key, value] : report.items()) {
    if (!settings && (value.is_number() || value.is_null())) {
      const bool known = intervals.contains(key) && !intervals[key].is_null();
      table += fmt::format(
          "{:<26}{:>11}{}\n", key, cell(value),
          known ? fmt::format("   {} .. {}", cell(intervals[key][0]), cell(intervals[key][1]))
                : std::string());
    }
    if (key == "noise") settings = false;
  }
  return table;
}

}  // namespace rnem::evaluation
