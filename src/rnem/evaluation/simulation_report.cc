#include "rnem/evaluation/simulation_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "rnem/evaluation/report.h"
#include "rnem/evaluation/rollout_report.h"

namespace rnem::evaluation {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json simulation_json(const Simulation& s, const std::string& model, const std::string& dataset,
                     const std::string& split) {
  Json report = {{"model", model},           {"dataset", dataset}, {"split", split},
                 {"sequences", s.sequences}, {"k", s.k},           {"observe", s.observe},
                 {"steps", s.steps},         {"noise", s.noise},   {"finite", s.finite}};
  for (const char* key : {"bce", "baseline_bce", "position_error", "object_drift"}) {
    report[std::string("simulated_") + key] =
        json_number(mean_of(s.by_step.at(key).per_sequence(s.observe, s.steps)));
  }
  for (const auto& [key, series] : s.by_step) {
    report[key + "_per_step"] = json_numbers(series.per_step());
  }
  add_rollout_numbers(s, report);
  return report;
}

std::string simulation_table(const Json& report) {
  std::string table = fmt::format(
      "model     {}\ndata      {}, {}, {} sequences\nsettings  K = {}, {} steps observed, {} "
      "simulated, noise {}\n\n",
      report["model"].get<std::string>(), report["dataset"].get<std::string>(),
      report["split"].get<std::string>(), report["sequences"].get<std::int64_t>(),
      report["k"].get<std::int64_t>(), report["observe"].get<std::int64_t>(),
      report["steps"].get<std::int64_t>() - report["observe"].get<std::int64_t>(),
      report["noise"].get<double>());
  table += fmt::format("{:>6}{:>12}{:>12}{:>14}{:>10}{:>10}\n", "step", "BCE", "baseline",
                       "position [px]", "objects", "true");
  const auto cell = [&](const char* key, std::int64_t t) {
    const Json& value = report[std::string(key) + "_per_step"][t];
    return value.is_null() ? std::string("-") : fmt::format("{:.2f}", value.get<double>());
  };
  const auto steps = report["steps"].get<std::int64_t>();
  const auto observe = report["observe"].get<std::int64_t>();
  constexpr std::int64_t kRows = 40;  // of a long simulation about so many
  const std::int64_t every = std::max<std::int64_t>(1, (steps + kRows - 1) / kRows);
  for (std::int64_t t = 0; t < steps; ++t) {
    if (t % every != 0 && t + 1 != steps && t != observe) continue;
    table += fmt::format("{:>6}{:>12}{:>12}{:>14}{:>10}{:>10}{}\n", t + 1, cell("bce", t),
                         cell("baseline_bce", t), cell("position_error", t), cell("objects", t),
                         cell("true_objects", t), t == observe ? "   simulation begins" : "");
  }
  return table;
}

}  // namespace rnem::evaluation
