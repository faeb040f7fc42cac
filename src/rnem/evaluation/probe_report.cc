#include "rnem/evaluation/probe_report.h"

#include <fmt/format.h>

#include "rnem/evaluation/report.h"

namespace rnem::evaluation {
namespace {

using Json = nlohmann::ordered_json;

Json score_json(const ReadingScore& score) {
  return {{"error", json_number(score.error())},
          {"r2", json_number(score.r2())},
          {"moments", score.count}};
}

std::string probe_cell(const Json& value) {
  return value.is_null() ? std::string("-") : fmt::format("{:.3f}", value.get<double>());
}

std::string score_line(const std::string& name, const Json& score) {
  return fmt::format("{:<26}{:>10}{:>10}{:>10}\n", name, probe_cell(score["error"]),
                     probe_cell(score["r2"]), score["moments"].get<std::int64_t>());
}

}  // namespace

Json probe_json(const Probe& p, const std::string& model, const std::string& dataset,
                const std::string& split) {
  Json report = {{"model", model},
                 {"dataset", dataset},
                 {"split", split},
                 {"training_sequences", p.training},
                 {"examples", p.examples},
                 {"sequences", p.sequences},
                 {"k", p.k},
                 {"steps", p.steps},
                 {"noise", p.noise}};
  for (const std::string& name : probe_quantities()) {
    report[name] = score_json(p.settled.at(name));
  }
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

std::string probe_table(const Json& report) {
  std::string table = fmt::format(
      "model     {}\ndata      {}, {}, {} sequences; map from {} training sequences, {} moments\n"
      "settings  K = {}, {} steps, noise {}\n\n",
      report["model"].get<std::string>(), report["dataset"].get<std::string>(),
      report["split"].get<std::string>(), report["sequences"].get<std::int64_t>(),
      report["training_sequences"].get<std::int64_t>(), report["examples"].get<std::int64_t>(),
      report["k"].get<std::int64_t>(), report["steps"].get<std::int64_t>(),
      report["noise"].get<double>());
  table += fmt::format("{:<26}{:>10}{:>10}{:>10}\n", "", "error", "R²", "moments");
  table += score_line("position [px]", report["position"]);
  table += score_line("velocity [px/frame]", report["velocity"]);
  table += score_line("size [px]", report["size"]);
  table += score_line("mass", report["mass"]);
  table += score_line("  before a collision", report["mass_before_collision"]);
  table += score_line("  after a collision", report["mass_after_collision"]);
  if (report["hidden_moments"].get<std::int64_t>() > 0) {
    table += fmt::format("{:<26}{:>10}{:>20}\n", "position, hidden [px]",
                         probe_cell(report["hidden_position_error"]),
                         report["hidden_moments"].get<std::int64_t>());
    table += fmt::format("{:<26}{:>10}{:>20}\n", "position, coming back [px]",
                         probe_cell(report["return_position_error"]),
                         report["returns"].get<std::int64_t>());
  }
  return table;
}

}  // namespace rnem::evaluation
