#include "rnem/experiments/report_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "rnem/core/duration.h"
#include "rnem/core/version.h"
#include "rnem/experiments/claims.h"
#include "rnem/runtime/host.h"

namespace rnem::experiments {
namespace {

using Json = nlohmann::ordered_json;

// A column: the key of a report, with so many digits.
struct Column {
  const char* heading;
  const char* key;
  int digits;
  bool grouping = false;  // one component has none
};

std::string published_cell(double value) {
  return std::isnan(value) ? "–" : fmt::format("{}", value);
}

// A row for every method of the task that has taken the test.
MaybeTable method_table(const Results& results, Setup setup, Task task, const char* kind,
                        const std::vector<Column>& columns) {
  ReportTable table{{"method", "seeds"}};
  for (const Column& column : columns) table.headings.emplace_back(column.heading);
  for (const Method& m : methods()) {
    const auto reports = results.reports(setup, m.name, kind);
    if (m.task != task || reports.empty()) continue;
    const bool single = reports.front().value("k", 0) == 1;
    std::vector<std::string> row = {m.title, std::to_string(reports.size())};
    for (const Column& column : columns) {
      const bool none = single && column.grouping;
      row.push_back(
          none ? "–" : measured_cell(results.get(setup, m.name, kind, column.key), column.digits));
    }
    table.rows.push_back(std::move(row));
  }
  if (table.rows.empty()) return std::nullopt;
  return table;
}

// Adds a last column.
template <class Cell>
void add_column(MaybeTable& table, const char* heading, Task task, Cell cell) {
  if (!table.has_value()) return;
  table->headings.emplace_back(heading);
  for (auto& row : table->rows) {
    for (const Method& m : methods()) {
      if (m.task == task && row.front() == m.title) row.push_back(cell(m));
    }
  }
}

}  // namespace

MaybeTable claims_table(const Results& results, Setup setup) {
  ReportTable table{{"the paper", "this run", "by the numbers"}, {}, ReportTable::kText};
  for (const Claim& claim : claims(results, setup)) {
    if (setup == Setup::kOurs && claim.verdict == Verdict::kNotMeasured) continue;
    table.rows.push_back({claim.statement, verdict_text(claim.verdict), claim.found});
  }
  if (table.rows.empty()) return std::nullopt;
  return table;
}

MaybeTable balls_table(const Results& results, Setup setup, const char* kind) {
  MaybeTable table = method_table(results, setup, Task::kBalls, kind,
                                  {{"BCE", "bce", 1},
                                   {"relational BCE", "relational_bce", 2},
                                   {"relative BCE", "relative_bce", 3},
                                   {"relative relational BCE", "relative_relational_bce", 3},
                                   {"ARI", "ari", 3, true},
                                   {"ARI, last step", "ari_last", 3, true},
                                   {"AMI, last step", "ami_last", 3, true}});
  if (std::string_view(kind) == "eval") {
    add_column(table, "ARI, published", Task::kBalls,
               [](const Method& m) { return published_cell(m.published_ari); });
  } else {
    add_column(table, "relative BCE over that on 4 balls", Task::kBalls, [&](const Method& m) {
      return measured_cell(results.ratio(setup, m.name, "relative_bce", kind, "eval"), 2);
    });
  }
  return table;
}

MaybeTable simulation_table(const Results& results, Setup setup, const char* kind) {
  return method_table(results, setup, Task::kBalls, kind,
                      {{"BCE of simulated steps", "simulated_bce", 0},
                       {"BCE of the last observed frame", "simulated_baseline_bce", 0},
                       {"position error, px", "simulated_position_error", 2},
                       {"area at the end, drawn / true", "area_at_end", 2},
                       {"sequences with a shared component", "shared_component", 2, true},
                       {"BCE of these", "simulated_bce_shared", 0, true},
                       {"BCE of the others", "simulated_bce_separate", 0, true}});
}

MaybeTable curtain_table(const Results& results, Setup setup) {
  MaybeTable table = method_table(results, setup, Task::kCurtain, "eval",
                                  {{"BCE", "bce", 2},
                                   {"relational BCE", "relational_bce", 2},
                                   {"BCE of copying", "baseline_bce", 1},
                                   {"ARI, last step", "ari_last", 3, true}});
  add_column(table, "BCE, published", Task::kCurtain,
             [](const Method& m) { return published_cell(m.published_bce); });
  add_column(table, "relational, published", Task::kCurtain,
             [](const Method& m) { return published_cell(m.published_relational_bce); });
  return table;
}

MaybeTable hidden_table(const Results& results, Setup setup) {
  return method_table(results, setup, Task::kCurtain, "hidden",
                      {{"balls that collide wholly behind", "reappearances", 0},
                       {"error at reappearance, px", "reappearance_error", 1, true},
                       {"of going straight on, px", "reappearance_straight_error", 1},
                       {"nothing drawn, share", "reappearance_missing", 2, true},
                       {"brightness where it shows", "reappearance_drawn", 2},
                       {"same component after the curtain", "curtain_same_component", 2, true}});
}

MaybeTable game_table(const Results& results, Setup setup) {
  return method_table(results, setup, Task::kGame, "eval",
                      {{"BCE", "bce", 1},
                       {"relative BCE", "relative_bce", 3},
                       {"loss, mean over steps", "loss", 1}});
}

MaybeTable shapes_table(const Results& results, Setup setup) {
  return method_table(
      results, setup, Task::kShapes, "eval",
      {{"AMI, last step", "ami_last", 3}, {"ARI, last step", "ari_last", 3}, {"BCE", "bce", 1}});
}

MaybeTable ablation_table(const Results& results, Setup setup) {
  return method_table(results, setup, Task::kAblation, "eval",
                      {{"relative BCE", "relative_bce", 3},
                       {"ARI, last step", "ari_last", 3},
                       {"objects found", "objects_found", 2},
                       {"entropy of γ, background", "background_entropy", 2},
                       {"balls", "object_entropy", 2}});
}

MaybeTable training_table(const Results& results, Setup setup) {
  ReportTable table{{"method", "trained on", "seeds", "sequences", "updates", "minutes",
                     "best validation loss", "not finite", "diverged"}};
  for (const Method& m : methods()) {
    const auto reports = results.reports(setup, m.name, "train");
    if (reports.empty()) continue;
    const auto cell = [&](const char* key, int digits) {
      return measured_cell(results.get(setup, m.name, "train", key), digits);
    };
    Measured minutes = results.get(setup, m.name, "train", "seconds");
    for (double& seconds : minutes.seeds) seconds /= 60;
    const auto diverged = std::count_if(reports.begin(), reports.end(), [](const Json& report) {
      return report.value("diverged", false);
    });
    const std::string world = paper_settings(m).data_train;
    table.rows.push_back({m.title, world.substr(world.find(':') + 1),
                          std::to_string(reports.size()), cell("sequences", 0), cell("updates", 0),
                          measured_cell(minutes, 0), cell("best_loss", 1), cell("skipped", 0),
                          std::to_string(diverged)});
  }
  if (table.rows.empty()) return std::nullopt;
  return table;
}

ReportTable machine_table(const Reproduction& r, const std::vector<Part>& parts) {
  std::set<std::string> machines;
  for (const Part& part : parts) {
    const Json record = read_record(r.folder, part.name);
    if (!record.is_null()) machines.insert(record.value("machine", "unknown"));
  }
  const runtime::Machine machine = runtime::this_machine();
  return {{"", ""},
          {{"parts were done on", fmt::format("{}", fmt::join(machines, "; "))},
           {"this report on", machine.processor},
           {"memory", fmt::format("{:.0f} GiB", machine.memory_gib)},
           {"kernels", machine.instruction_set},
           {"libraries", fmt::format("LibTorch {}; {}; oneDNN {}", machine.libtorch, machine.blas,
                                     machine.onednn)},
           {"rnem", kVersion}},
          ReportTable::kText};
}

ReportTable parts_table(const Reproduction& r, const std::vector<Part>& parts) {
  ReportTable table{{"part", "time", "threads", "finished", "by hand"}, {}, ReportTable::kText};
  for (const Part& part : parts) {
    const Json record = read_record(r.folder, part.name);
    if (record.is_null()) {
      table.rows.push_back({part.name, "–", "–", "not done", part.command});
      continue;
    }
    // without the milliseconds
    table.rows.push_back({part.name, format_duration(record["seconds"].get<double>()),
                          fmt::format("{}", record["threads"].get<int>()),
                          record["finished"].get<std::string>().substr(0, 19) + "Z", part.command});
  }
  return table;
}

Effort effort_of(const Reproduction& r, const std::vector<Part>& parts) {
  Effort effort;
  for (const Part& part : parts) {
    const Json record = read_record(r.folder, part.name);
    if (record.is_null()) continue;
    ++effort.done;
    effort.core_seconds += record["seconds"].get<double>() * record["threads"].get<double>();
  }
  return effort;
}

}  // namespace rnem::experiments
