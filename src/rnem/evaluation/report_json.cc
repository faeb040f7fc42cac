#include "rnem/evaluation/report_json.h"

#include <cmath>

namespace rnem::evaluation {
namespace {

using Json = nlohmann::ordered_json;

Json json_numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(json_number(value));
  return list;
}

// Enters numbers by their keys, and the intervals of those that have one.
class NumberWriter {
 public:
  NumberWriter(Json& report, Json& intervals) : report_(report), intervals_(intervals) {}

  void write(const std::vector<ReportNumber>& numbers) {
    for (const ReportNumber& number : numbers) {
      std::visit([&](const auto& value) { put(number.key, value); }, number.value);
    }
  }

 private:
  void put(const char* key, const std::optional<Estimate>& mean) {
    report_[key] = mean.has_value() ? json_number(mean->value) : Json();
    intervals_[key] = mean.has_value() ? json_numbers({mean->low, mean->high}) : Json();
  }
  void put(const char* key, double value) { report_[key] = json_number(value); }
  void put(const char* key, std::int64_t count) { report_[key] = count; }
  void put(const char* key, const std::vector<double>* per_step) {
    report_[key] = per_step == nullptr ? Json() : json_numbers(*per_step);
  }

  Json& report_;
  Json& intervals_;
};

Json json_head(const RunNames& names) {
  return {{"model", names.model}, {"dataset", names.dataset}, {"split", names.split}};
}

Json score_json(const ReadingScore& score) {
  return {{"error", json_number(score.error())},
          {"r2", json_number(score.r2())},
          {"moments", score.count}};
}

}  // namespace

Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json report_json(const EvaluationSummary& s) {
  Json report = json_head(s.names), intervals;
  report["sequences"] = s.sequences;
  report["k"] = s.k;
  report["steps"] = s.steps;
  report["noise"] = s.noise;
  NumberWriter(report, intervals).write(numbers(s));
  report["per_step"] = Json::object();
  for (const auto& [key, values] : s.per_step) report["per_step"][key] = json_numbers(values);
  report["mean_over_steps"] = Json::object();
  for (const auto& [key, value] : s.mean_over_steps) {
    report["mean_over_steps"][key] = json_number(value);
  }
  report["intervals"] = std::move(intervals);
  return report;
}

Json report_json(const SimulationSummary& s) {
  Json report = json_head(s.names), intervals;
  report["sequences"] = s.sequences;
  report["k"] = s.k;
  report["observe"] = s.observe;
  report["steps"] = s.steps;
  report["noise"] = s.noise;
  report["finite"] = s.finite;
  NumberWriter writer(report, intervals);
  writer.write(simulated_numbers(s));
  writer.write(start_numbers(s));
  report["after"] = Json::object();
  for (const auto& after : s.after) {
    NumberWriter(report["after"][std::to_string(after.steps)], intervals).write(numbers(after));
  }
  writer.write(physical_numbers(s));
  report["absent"] = Json::object();
  for (const auto& [key, reason] : s.absent) report["absent"][key] = reason;
  for (const auto& [key, values] : s.per_step) report[key + "_per_step"] = json_numbers(values);
  report["intervals"] = Json();  // its place; the last numbers come after it
  writer.write(failure_numbers(s));
  report["intervals"] = std::move(intervals);
  return report;
}

Json report_json(const Probe& p, const RunNames& names) {
  Json report = json_head(names);
  report["training_sequences"] = p.training;
  report["examples"] = p.examples;
  report["sequences"] = p.sequences;
  report["k"] = p.k;
  report["steps"] = p.steps;
  report["noise"] = p.noise;
  for (const std::string& name : probe_quantities()) report[name] = score_json(p.settled.at(name));
  report["mass_before_collision"] = score_json(p.mass_before);
  report["mass_after_collision"] = score_json(p.mass_after);
  report["hidden_position_error"] = json_number(p.hidden_position_error);
  report["hidden_moments"] = p.hidden;
  report["return_position_error"] = json_number(p.return_position_error);
  report["returns"] = p.returns;
  for (const std::string& name : probe_quantities()) {
    std::vector<double> errors, r2;
    for (const ReadingScore& score : p.by_step.at(name)) {
      errors.push_back(score.error());
      r2.push_back(score.r2());
    }
    report[name + "_error_per_step"] = json_numbers(errors);
    report[name + "_r2_per_step"] = json_numbers(r2);
  }
  return report;
}

}  // namespace rnem::evaluation
