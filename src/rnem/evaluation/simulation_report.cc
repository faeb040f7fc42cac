#include "rnem/evaluation/simulation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "rnem/evaluation/report.h"
#include "rnem/evaluation/rollout_report.h"

namespace rnem::evaluation {
namespace {

using Json = nlohmann::ordered_json;

// Simulated steps at which the numbers are given one by one.
constexpr std::array<std::int64_t, 13> kAfter = {1,   5,   10,   20,   30,   50,   100,
                                                 200, 500, 1000, 2000, 5000, 10000};

// The mean of a series over sequences after `n` simulated steps.
double after(const Simulation& s, const char* key, std::int64_t n) {
  const std::int64_t t = s.observe + n - 1;
  return mean_of(s.by_step.at(key).per_sequence(t, t + 1));
}

double ratio(double above, double below) { return below > 0 ? above / below : kUnknown; }

double simulated_mean(const Simulation& s, const char* key) { return mean_of(s.simulated(key)); }

Json after_json(const Simulation& s) {
  Json table = Json::object();
  for (const std::int64_t n : kAfter) {
    if (s.observe + n > s.steps) break;
    Json& row = table[std::to_string(n)];
    for (const char* key : {"position_error", "position_missing", "straight", "limit", "alive",
                            "all_alive", "carried", "all_carried"}) {
      row[key] = json_number(after(s, key, n));
    }
    row["ratio_to_limit"] = json_number(ratio(after(s, "position_error", n), after(s, "limit", n)));
  }
  return table;
}

}  // namespace

Json simulation_json(const Simulation& s, const std::string& model, const std::string& dataset,
                     const std::string& split) {
  Json report = {{"model", model},           {"dataset", dataset}, {"split", split},
                 {"sequences", s.sequences}, {"k", s.k},           {"observe", s.observe},
                 {"steps", s.steps},         {"noise", s.noise},   {"finite", s.finite}};
  for (const char* key : {"bce", "baseline_bce", "position_error", "object_drift"}) {
    report[std::string("simulated_") + key] = json_number(simulated_mean(s, key));
  }
  report["start_position_error"] = s.start_error ? json_number(s.start_error->position) : Json();
  report["start_velocity_error"] = s.start_error ? json_number(s.start_error->velocity) : Json();
  report["after"] = after_json(s);
  const double energy = simulated_mean(s, "energy"), true_energy = simulated_mean(s, "true_energy");
  report["energy"] = json_number(energy);
  report["true_energy"] = json_number(true_energy);
  report["energy_ratio"] = json_number(ratio(energy, true_energy));
  for (const char* key : {"held", "overlaps", "jumps", "size_changes", "outside", "lawful"}) {
    report[key] = json_number(mean_of(s.by_sequence.at(key)));
  }
  report["absent"] = Json::object();
  for (const auto& [key, reason] : s.absent) report["absent"][key] = reason;
  for (const auto& [key, series] : s.by_step) {
    report[key + "_per_step"] = json_numbers(series.per_step());
  }
  add_rollout_numbers(s, report);
  return report;
}

namespace {

std::string number(const Json& value) {
  return value.is_null() ? std::string("-") : fmt::format("{:.3g}", value.get<double>());
}

// How far the model is off, beside what it is measured against.
std::string after_table(const Json& report) {
  struct Column {
    const char *title, *key;
    int width;
  };
  std::vector<Column> columns = {{"position [px]", "position_error", 14},
                                 {"limit", "limit", 10},
                                 {"ratio", "ratio_to_limit", 10},
                                 {"straight", "straight", 10},
                                 {"alive", "alive", 9},
                                 {"all alive", "all_alive", 11}};
  if (!report["absent"].contains("carried")) {
    columns.push_back({"carried", "carried", 9});
    columns.push_back({"all carried", "all_carried", 13});
  }
  std::string table = fmt::format("{:>6}", "after");
  for (const Column& column : columns) table += fmt::format("{:>{}}", column.title, column.width);
  for (const auto& [n, row] : report["after"].items()) {
    table += fmt::format("\n{:>6}", n);
    for (const Column& column : columns) {
      table += fmt::format("{:>{}}", number(row[column.key]), column.width);
    }
  }
  return table + "\n";
}

std::string scalar_table(const Json& report) {
  std::string table;
  for (const char* key :
       {"start_position_error", "start_velocity_error", "energy", "true_energy", "energy_ratio",
        "held", "overlaps", "jumps", "size_changes", "outside", "lawful"}) {
    table += fmt::format("{:<22}{:>10}\n", key, number(report[key]));
  }
  for (const auto& [key, reason] : report["absent"].items()) {
    table += fmt::format("{}: not known, {}\n", key, reason.get<std::string>());
  }
  return table;
}

}  // namespace

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
  return table + "\n" + after_table(report) + "\n" + scalar_table(report);
}

}  // namespace rnem::evaluation
