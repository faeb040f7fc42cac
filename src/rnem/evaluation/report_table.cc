#include "rnem/evaluation/report_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rnem/evaluation/table_cells.h"

namespace rnem::evaluation {
namespace {

// The number itself; kUnknown where there is none, and of numbers by step.
double plain(const ReportNumber& number) {
  if (const auto* mean = std::get_if<std::optional<Estimate>>(&number.value)) {
    return mean->has_value() ? (*mean)->value : kUnknown;
  }
  if (const auto* count = std::get_if<std::int64_t>(&number.value)) {
    return static_cast<double>(*count);
  }
  const auto* value = std::get_if<double>(&number.value);
  return value != nullptr ? *value : kUnknown;
}

// How far the model is off, beside what it is measured against.
std::string after_table(const SimulationSummary& s) {
  using After = SimulationSummary::After;
  struct Column {
    const char* title;
    double After::*value;
    int width;
  };
  std::vector<Column> columns = {{"position [px]", &After::position_error, 14},
                                 {"limit", &After::limit, 10},
                                 {"ratio", &After::ratio_to_limit, 10},
                                 {"straight", &After::straight, 10},
                                 {"alive", &After::alive, 9},
                                 {"all alive", &After::all_alive, 11}};
  if (s.absent.count("carried") == 0) {
    columns.push_back({"carried", &After::carried, 9});
    columns.push_back({"all carried", &After::all_carried, 13});
  }
  std::string table = fmt::format("{:>6}", "after");
  for (const Column& column : columns) table += fmt::format("{:>{}}", column.title, column.width);
  for (const After& row : s.after) {
    table += fmt::format("\n{:>6}", row.steps);
    for (const Column& column : columns) {
      table += fmt::format("{:>{}}", cell("{:.3g}", row.*column.value), column.width);
    }
  }
  return table + "\n";
}

std::string step_table(const SimulationSummary& s) {
  std::string table = fmt::format("{:>6}{:>12}{:>12}{:>14}{:>10}{:>10}\n", "step", "BCE",
                                  "baseline", "position [px]", "objects", "true");
  const auto at = [&](const char* key, std::int64_t t) {
    return cell("{:.2f}", s.per_step.at(key)[static_cast<std::size_t>(t)]);
  };
  constexpr std::int64_t kRows = 40;  // of a long simulation about so many
  const std::int64_t every = std::max<std::int64_t>(1, (s.steps + kRows - 1) / kRows);
  for (std::int64_t t = 0; t < s.steps; ++t) {
    if (t % every != 0 && t + 1 != s.steps && t != s.observe) continue;
    table += fmt::format("{:>6}{:>12}{:>12}{:>14}{:>10}{:>10}{}\n", t + 1, at("bce", t),
                         at("baseline_bce", t), at("position_error", t), at("objects", t),
                         at("true_objects", t), t == s.observe ? "   simulation begins" : "");
  }
  return table;
}

// What came of it, in sentences; what is not known is left out.
std::string in_short(const SimulationSummary& s) {
  std::string text = fmt::format("in short, {} steps ahead\n", s.steps - s.observe);
  const auto say = [&](const char* what, const std::string& sentence) {
    text += fmt::format("  {:<12}{}\n", what, sentence);
  };
  const auto and_if_known = [](const char* format, double value) {
    return std::isfinite(value) ? fmt::format(fmt::runtime(format), value) : std::string();
  };
  if (s.bce) {
    say("prediction", fmt::format("{:.4g} nats a frame (lower is better){}", s.bce->value,
                                  and_if_known("; a still picture: {:.4g}", s.baseline_bce)));
  }
  if (s.position_error && !s.after.empty()) {
    const auto& end = s.after.back();
    say("places", fmt::format("{:.3g} px off after {} steps{}{}", end.position_error, end.steps,
                              and_if_known("; straight lines {:.3g}", end.straight),
                              and_if_known("; the limit {:.3g}", end.limit)));
    if (std::isfinite(end.alive)) {
      say("objects", fmt::format("{:.0f} % still whole; all of them in {:.0f} % of the sequences",
                                 100 * end.alive, 100 * end.all_alive));
    }
  }
  if (std::isfinite(s.energy_ratio)) {
    say("physics",
        fmt::format("{:.2g} of the true energy{}", s.energy_ratio,
                    and_if_known("; nothing unlawful in {:.2g} of the sequences", s.lawful)));
  }
  if (!s.finite) say("numbers", "not finite");
  return text;
}

std::string score_line(const char* name, const ReadingScore& score) {
  return fmt::format("{:<26}{:>10}{:>10}{:>10}\n", name, cell("{:.3f}", score.error()),
                     cell("{:.3f}", score.r2()), score.count);
}

}  // namespace

std::string report_table(const SimulationSummary& s) {
  std::string table = table_head(s.names, s.sequences);
  table += fmt::format("\nsettings  K = {}, {} steps observed, {} simulated, noise {}\n\n", s.k,
                       s.observe, s.steps - s.observe, s.noise);
  table += step_table(s) + "\n" + after_table(s) + "\n";
  for (const auto& group : {start_numbers(s), physical_numbers(s)}) {
    for (const ReportNumber& number : group) {
      table += fmt::format("{:<22}{:>10}\n", number.key, cell("{:.3g}", plain(number)));
    }
  }
  for (const auto& [key, reason] : s.absent) {
    table += fmt::format("{}: not known, {}\n", key, reason);
  }
  return table + "\n" + in_short(s);
}

std::string report_table(const Probe& p, const RunNames& names) {
  std::string table = table_head(names, p.sequences);
  table += fmt::format(
      "; map from {} training sequences, {} moments\nsettings  K = {}, {} steps, noise {}\n\n",
      p.training, p.examples, p.k, p.steps, p.noise);
  table += fmt::format("{:<26}{:>10}{:>10}{:>10}\n", "", "error", "R²", "moments");
  table += score_line("position [px]", p.settled.at("position"));
  table += score_line("velocity [px/frame]", p.settled.at("velocity"));
  table += score_line("size [px]", p.settled.at("size"));
  table += score_line("mass", p.settled.at("mass"));
  table += score_line("  before a collision", p.mass_before);
  table += score_line("  after a collision", p.mass_after);
  const auto hidden_line = [&](const char* name, double error, std::int64_t count) {
    table += fmt::format("{:<26}{:>10}{:>20}\n", name, cell("{:.3f}", error), count);
  };
  if (p.hidden > 0) {
    hidden_line("position, hidden [px]", p.hidden_position_error, p.hidden);
    hidden_line("position, coming back [px]", p.return_position_error, p.returns);
  }
  return table;
}

}  // namespace rnem::evaluation
