#include "rnem/experiments/report_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "rnem/core/progress.h"
#include "rnem/core/version.h"
#include "rnem/experiments/html_table.h"
#include "rnem/model/machine.h"

namespace rnem::experiments {
namespace {

using Json = nlohmann::ordered_json;

// The methods by relative BCE, lowest first.
std::string found_order(const Reproduction& r, std::string (*part)(const Method&)) {
  std::vector<std::pair<double, std::string>> order;
  for (const Method& m : ball_methods()) {
    const Json value = r.result(part(m))["relative_bce"];
    if (value.is_number()) order.emplace_back(value.get<double>(), m.title);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::string> titles;
  for (const auto& [value, title] : order) titles.push_back(title);
  return fmt::format("{}", fmt::join(titles, " < "));
}

// One component has no grouping: its ARI is 0 whatever it learns.
std::string grouping_cell(const Method& m, const Json& value, int digits) {
  return m.is_single() ? "–" : number_cell(value, digits);
}

std::string comparison_table(const Reproduction& r, std::string (*part)(const Method&),
                             bool published) {
  std::vector<std::string> headings = {"method",
                                       "K",
                                       "BCE",
                                       "relative BCE",
                                       "relative relational BCE",
                                       "ARI",
                                       "ARI, last step",
                                       "objects found"};
  if (published) headings.push_back("ARI, published");
  HtmlTable table(headings);
  for (const Method& m : ball_methods()) {
    const Json report = r.result(part(m));
    std::vector<std::string> cells = {m.title,
                                      number_cell(report["k"], 0),
                                      number_cell(report["bce"], 1),
                                      number_cell(report["relative_bce"], 3),
                                      number_cell(report["relative_relational_bce"], 3),
                                      grouping_cell(m, report["ari"], 3),
                                      grouping_cell(m, report["ari_last"], 3),
                                      grouping_cell(m, report["objects_found"], 2)};
    if (published) {
      cells.push_back(std::isnan(m.published_ari) ? "–" : fmt::format("about {}", m.published_ari));
    }
    table.row(cells);
  }
  return table.html();
}

// For HTML, names of methods in one piece.
std::string unbroken(const std::string& text) {
  std::string html;
  for (const char c : escaped(text)) html += c == '-' ? "\u2011" : std::string(1, c);
  return html;
}

// "46.22 (R-NEM K=5), 59.32 (LSTM), 94.64 (RNN)"
template <class Value>
std::string curtain_values(Value value) {
  std::vector<std::string> cells;
  for (const Method& m : curtain_methods()) {
    cells.push_back(fmt::format("{} ({})", value(m), m.title));
  }
  return unbroken(fmt::format("{}", fmt::join(cells, ", ")));
}

}  // namespace

std::string glance_table(const Reproduction& r) {
  HtmlTable table({"question", "published", "this run"}, HtmlTable::kText);
  const Method& rnem = ball_methods().front();
  table.row({"How well does R-NEM K=5 group 4 balls? ARI",
             fmt::format("about {}", rnem.published_ari),
             number_cell(r.result(eval_part(rnem))["ari"], 2)});
  table.row({"Which method predicts 4 balls best? Relative BCE, lowest first",
             unbroken(kPublishedOrder), unbroken(found_order(r, eval_part))});
  table.row({"And 6–8 balls, without further training?", unbroken(kPublishedExtrapolation),
             unbroken(found_order(r, extrapolate_part))});
  table.row({"How well is a curtain dealt with? BCE",
             curtain_values([](const Method& m) { return number_cell(m.published_bce, 2); }),
             curtain_values(
                 [&](const Method& m) { return number_cell(r.result(eval_part(m))["bce"], 2); })});
  return table.html();
}

std::string balls_table(const Reproduction& r) {
  return comparison_table(r, eval_part, /*published=*/true);
}
std::string extrapolation_table(const Reproduction& r) {
  return comparison_table(r, extrapolate_part, /*published=*/false);
}

std::string curtain_table(const Reproduction& r) {
  HtmlTable table({"method", "BCE", "BCE, published", "relational BCE", "relational, published",
                   "BCE of copying", "ARI"});
  for (const Method& m : curtain_methods()) {
    const Json report = r.result(eval_part(m));
    table.row({m.title, number_cell(report["bce"], 2), number_cell(m.published_bce, 2),
               number_cell(report["relational_bce"], 2), number_cell(m.published_relational_bce, 2),
               number_cell(report["baseline_bce"], 2), grouping_cell(m, report["ari"], 3)});
  }
  return table.html();
}

std::string simulation_table(const Reproduction& r) {
  HtmlTable table({"method", "K", "BCE of simulated steps", "BCE of the last observed frame",
                   "position error, px", "object count off by"});
  for (const Method& m : ball_methods()) {
    const Json report = r.result(simulate_part(m));
    table.row({m.title, number_cell(report["k"], 0), number_cell(report["simulated_bce"], 1),
               number_cell(report["simulated_baseline_bce"], 1),
               number_cell(report["simulated_position_error"], 2),
               number_cell(report["simulated_object_drift"], 2)});
  }
  return table.html();
}

std::string training_table(const Reproduction& r) {
  HtmlTable table({"method", "trained on", "updates", "training time", "best validation loss",
                   "at update", "ended because"});
  for (const Method& m : methods()) {
    const Json result = read_record(r.folder, train_part(m)).value("result", Json::object());
    table.row({m.title, m.world, number_cell(result.value("updates", Json()), 0),
               format_duration(result.value("seconds", 0.0)),
               number_cell(result.value("best_loss", Json()), 1),
               number_cell(result.value("best_update", Json()), 0),
               escaped(result.value("reason", "–"))});
  }
  return table.html();
}

double total_seconds(const Reproduction& r, const std::vector<Part>& parts) {
  double seconds = 0;
  for (const Part& part : parts) {
    const Json record = read_record(r.folder, part.name);
    if (!record.is_null()) seconds += record["seconds"].get<double>();
  }
  return seconds;
}

std::string parts_table(const Reproduction& r, const std::vector<Part>& parts) {
  HtmlTable table({"part", "time", "finished", "by hand"}, HtmlTable::kText);
  for (const Part& part : parts) {
    const Json record = read_record(r.folder, part.name);
    // without the milliseconds
    const std::string finished =
        record.is_null() ? "–" : record["finished"].get<std::string>().substr(0, 19) + "Z";
    table.row({part.name, record.is_null() ? "–" : format_duration(record["seconds"].get<double>()),
               finished, "<code>" + escaped(part.command) + "</code>"});
  }
  return table.html();
}

std::string machine_table() {
  const model::Machine machine = model::this_machine();
  HtmlTable table({"", ""}, HtmlTable::kText);
  table.row({"processor", escaped(machine.processor)});
  table.row({"threads", fmt::format("{}", machine.threads)});
  table.row({"memory", fmt::format("{:.0f} GiB", machine.memory_gib)});
  table.row({"kernels", escaped(machine.instruction_set)});
  table.row({"libraries", escaped(fmt::format("LibTorch {}; {}; oneDNN {}", machine.libtorch,
                                              machine.blas, machine.onednn))});
  table.row({"rnem", kVersion});
  return table.html();
}

}  // namespace rnem::experiments
