#include "rnem/experiments/report_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "rnem/core/atomic_file.h"
#include "rnem/core/progress.h"
#include "rnem/core/version.h"
#include "rnem/experiments/base64.h"
#include "rnem/experiments/figure_parts.h"
#include "rnem/experiments/html_table.h"
#include "rnem/model/machine.h"

namespace rnem::experiments {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kStyle = R"(
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 1200px; margin: 2rem auto; padding: 0 1rem; color: #222 }
  table { border-collapse: collapse; margin: 1rem 0 }
  td, th { padding: .25rem .8rem; border-bottom: 1px solid #ccc; text-align: right; vertical-align: top }
  td:first-child, th:first-child, .text td, .text th { text-align: left }
  img { max-width: 100%; border: 1px solid #eee }
  figure { margin: 1rem 0 2rem } figcaption { color: #555; max-width: 50rem }
  code { font-size: .8rem; overflow-wrap: anywhere }
  .notice { background: #fff3cd; border: 1px solid #e0c060; padding: .7rem 1rem; font-weight: 600 }
)";

std::string notice(const Scale& scale) {
  const std::string about = escaped(scale.about);
  if (scale.meaningful) return fmt::format("<p>Scale <b>{}</b>: {}.</p>\n", scale.name, about);
  return fmt::format(
      "<p class=\"notice\">Scale {}: {}. This run shows that the pipeline works from data to "
      "report. The models have learnt next to nothing and the numbers below say nothing about the "
      "methods.</p>\n",
      scale.name, about);
}

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
                                      number_cell(report["ari"], 3),
                                      number_cell(report["ari_last"], 3),
                                      number_cell(report["objects_found"], 2)};
    if (published) {
      cells.push_back(std::isnan(m.published_ari) ? "–" : fmt::format("about {}", m.published_ari));
    }
    table.row(cells);
  }
  return table.html();
}

std::string curtain_table(const Reproduction& r) {
  HtmlTable table({"method", "BCE", "BCE, published", "relational BCE", "relational, published",
                   "BCE of copying", "ARI"});
  for (const Method& m : curtain_methods()) {
    const Json report = r.result(eval_part(m));
    table.row({m.title, number_cell(report["bce"], 2), number_cell(m.published_bce, 2),
               number_cell(report["relational_bce"], 2), number_cell(m.published_relational_bce, 2),
               number_cell(report["baseline_bce"], 2), number_cell(report["ari"], 3)});
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

std::string figure_html(const Reproduction& r, const std::string& part) {
  for (const FigureText& text : figure_texts()) {
    if (part != text.part) continue;
    const std::string png = read_file(r.path(Reproduction::figure_file(part)));
    return fmt::format(
        "<figure><img alt=\"{}\" src=\"data:image/png;base64,{}\">\n<figcaption><b>{}.</b> "
        "{}</figcaption></figure>\n",
        escaped(text.title), base64(png), escaped(text.title), escaped(text.caption));
  }
  return "";
}

std::string parts_table(const Reproduction& r, const std::vector<Part>& parts) {
  HtmlTable table({"part", "time", "finished", "by hand"});
  double seconds = 0;
  for (const Part& part : parts) {
    const Json record = read_record(r.folder, part.name);
    const double took = record.is_null() ? 0.0 : record["seconds"].get<double>();
    seconds += took;
    table.row({part.name, format_duration(took),
               record.is_null() ? "–" : record["finished"].get<std::string>().substr(0, 19) + "Z",
               "<code>" + escaped(part.command) + "</code>"});
  }
  return fmt::format("<div class=\"text\">{}</div>\n<p>All parts: {}.</p>\n", table.html(),
                     format_duration(seconds));
}

std::string budget_table(const Scale& scale) {
  Scale copy = scale;
  return fmt::format("<pre>{}</pre>\n", escaped(write_toml(options(copy), /*with_help=*/true)));
}

std::string machine_text() {
  const model::Machine machine = model::this_machine();
  return fmt::format(
      "<p>{}, {} threads, {:.0f} GiB; kernels {}; LibTorch {}; {}; oneDNN {}; rnem {}.</p>\n",
      escaped(machine.processor), machine.threads, machine.memory_gib,
      escaped(machine.instruction_set), escaped(machine.libtorch), escaped(machine.blas),
      escaped(machine.onednn), kVersion);
}

}  // namespace

std::string report_page(const Reproduction& r, const std::vector<Part>& parts) {
  std::string body = "<h1>R-NEM, reproduced</h1>\n" + notice(r.scale);
  const auto heading = [&](const char* text) { body += fmt::format("<h2>{}</h2>\n", text); };
  const auto add_figure = [&](const char* part) { body += figure_html(r, part); };
  const auto add_order = [&](std::string (*part)(const Method&), const char* published) {
    body += fmt::format("<p>By relative BCE, this run: {}.<br>Published: {}.</p>\n",
                        escaped(found_order(r, part)), escaped(published));
  };
  body +=
      "<p>Numbers are means over test sequences. BCE: cross entropy of the predicted last frame, "
      "summed over pixels; relative BCE: divided by that of copying the current frame; relational: "
      "on pixels of colliding balls only. ARI: 1 is a perfect grouping, 0 is chance; a single "
      "component has no grouping. A dash: no such number, or none published.</p>\n";
  heading("Four balls");
  body += comparison_table(r, eval_part, /*published=*/true);
  add_order(eval_part, kPublishedOrder);
  add_figure("comparison");
  add_figure("sheet");
  add_figure("attention");
  heading("Extrapolation to 6–8 balls");
  body += comparison_table(r, extrapolate_part, /*published=*/false);
  add_order(extrapolate_part, kPublishedExtrapolation);
  add_figure("extrapolation-sheet");
  heading("Simulation");
  body += fmt::format("<p>{} observed steps, then {} from the model's own predictions.</p>\n",
                      r.scale.observed_steps, r.scale.simulated_steps);
  body += simulation_table(r);
  add_figure("rollout");
  heading("Behind the curtain");
  body += curtain_table(r);
  add_figure("curtain-comparison");
  add_figure("curtain-sheet");
  heading("Training");
  body += training_table(r);
  add_figure("curves");
  add_figure("curtain-curves");
  heading("Settings");
  body += fmt::format("<p>Seed {}; the same for every method:</p>\n", r.scale.seed);
  body += budget_table(r.scale);
  heading("Machine");
  body += machine_text();
  heading("Parts");
  body += parts_table(r, parts);
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>R-NEM, "
      "reproduced</title><style>{}</style></head><body>\n{}</body></html>\n",
      kStyle, body);
}

}  // namespace rnem::experiments
