#include "rnem/experiments/charts.h"

#include <optional>

#include "rnem/core/atomic_file.h"
#include "rnem/experiments/evaluation_bars.h"
#include "rnem/figures/curve_plot.h"

namespace rnem::experiments {
namespace {

using Json = nlohmann::ordered_json;

constexpr figures::ChartSize kWide{.width = 760, .height = 250, .font_size = 10};

// A report as evaluation_bars() takes it, with the mean over seeds and from the lowest to the
// highest.
Json seed_report(const Results& results, Setup setup, const Method& m, const char* kind,
                 const std::vector<const char*>& keys) {
  Json report = {{"intervals", Json::object()}};
  const bool single = paper_settings(m).model.traits().single;
  for (const char* key : keys) {
    // one component has nothing to group: its ARI says nothing
    if (single && std::string_view(key).starts_with("ari")) continue;
    const Measured value = results.get(setup, m.name, kind, key);
    if (!value.known()) continue;
    report[key] = value.mean();
    report["intervals"][key] = {value.low(), value.high()};
  }
  return report;
}

std::vector<const Method*> tested(const Results& results, Setup setup, Task task,
                                  const char* kind) {
  std::vector<const Method*> list;
  for (const Method& m : methods()) {
    if (m.task == task && !results.reports(setup, m.name, kind).empty()) list.push_back(&m);
  }
  return list;
}

std::optional<figures::Drawing> comparison(const Results& results, Setup setup) {
  const std::vector<const char*> keys = {"relative_bce", "relative_relational_bce", "ari_last"};
  std::vector<NamedReport> reports;
  for (const Method* m : tested(results, setup, Task::kBalls, "eval")) {
    reports.push_back({m->title, "4 balls", seed_report(results, setup, *m, "eval", keys)});
  }
  for (const Method* m : tested(results, setup, Task::kBalls, "extrapolate")) {
    reports.push_back(
        {m->title, "6–8 balls", seed_report(results, setup, *m, "extrapolate", keys)});
  }
  if (reports.empty()) return std::nullopt;
  return evaluation_bars(reports, find_quantities({keys.begin(), keys.end()}), kWide);
}

std::optional<figures::Drawing> curtain_comparison(const Results& results, Setup setup) {
  const std::vector<const char*> keys = {"bce", "relational_bce"};
  std::vector<NamedReport> reports;
  const auto list = tested(results, setup, Task::kCurtain, "eval");
  if (list.empty()) return std::nullopt;
  for (const Method* m : list) {
    reports.push_back({m->title, "this run", seed_report(results, setup, *m, "eval", keys)});
  }
  for (const Method* m : list) {
    const Json published = {{"bce", m->published_bce},
                            {"relational_bce", m->published_relational_bce},
                            {"intervals", Json::object()}};
    reports.push_back({m->title, "published", published});
  }
  return evaluation_bars(reports, find_quantities({keys.begin(), keys.end()}), kWide);
}

// The mean over seeds at every validation.
figures::Curve validation_curve(const Results& results, Setup setup, const Method& m,
                                const char* key) {
  std::map<std::int64_t, std::pair<double, int>> sums;
  for (const Json& report : results.reports(setup, m.name, "train")) {
    for (const Json& point : report.value("validations", Json::array())) {
      if (!point[key].is_number()) continue;
      auto& [sum, count] = sums[point["update"].get<std::int64_t>()];
      sum += point[key].get<double>();
      ++count;
    }
  }
  figures::Curve curve{.name = m.title};
  for (const auto& [update, sum] : sums) {
    curve.x.push_back(static_cast<double>(update));
    curve.y.push_back(sum.first / sum.second);
  }
  return curve;
}

std::optional<figures::Drawing> curves(const Results& results, Setup setup) {
  std::vector<figures::CurvePanel> panels = {{.title = "Validation loss",
                                              .x = {.label = "update", .low = 0.0},
                                              .y = {.label = "loss", .log = true}},
                                             {.title = "ARI of the last step",
                                              .x = {.label = "update", .low = 0.0},
                                              .y = {.label = "ARI", .low = 0.0, .high = 1.0}}};
  const auto list = tested(results, setup, Task::kBalls, "train");
  if (list.empty()) return std::nullopt;
  for (const Method* m : list) {
    panels[0].curves.push_back(validation_curve(results, setup, *m, "loss"));
    if (paper_settings(*m).model.traits().single) continue;
    panels[1].curves.push_back(validation_curve(results, setup, *m, "ari"));
  }
  return figures::curve_plot(panels, kWide);
}

figures::Curve step_curve(const char* title, const std::vector<double>& values) {
  figures::Curve curve{.name = title, .x = {}, .y = values};
  for (std::size_t t = 1; t <= values.size(); ++t) curve.x.push_back(static_cast<double>(t));
  return curve;
}

std::optional<figures::Drawing> rollout(const Results& results, Setup setup) {
  const auto list = tested(results, setup, Task::kBalls, "simulate");
  if (list.empty()) return std::nullopt;
  const double observed =
      results.reports(setup, list.front()->name, "simulate").front().value("observe", 0.0);
  std::vector<figures::CurvePanel> panels;
  for (const auto& [title, label] :
       {std::pair("BCE", "sum over pixels"), std::pair("Position error", "pixels"),
        std::pair("Area", "drawn / true")}) {
    panels.push_back({.title = title,
                      .x = {.label = "step"},
                      .y = {.label = label},
                      .mark = observed + 0.5,
                      .mark_note = "simulation"});
  }
  for (const Method* m : list) {
    const auto get = [&](const char* key) { return results.list(setup, m->name, "simulate", key); };
    panels[0].curves.push_back(step_curve(m->title, get("bce_per_step")));
    panels[1].curves.push_back(step_curve(m->title, get("position_error_per_step")));
    auto area = get("area_per_step");
    const auto truth = get("true_area_per_step");
    for (std::size_t t = 0; t < area.size(); ++t) area[t] /= truth[t];
    panels[2].curves.push_back(step_curve(m->title, area));
  }
  return figures::curve_plot(panels, kWide);
}

}  // namespace

void draw_charts(const Reproduction& r, const Results& results) {
  struct Chart {
    const char* name;
    std::optional<figures::Drawing> (*draw)(const Results&, Setup);
  };
  make_folder(r.path("figures"));
  for (const Setup setup : r.setups) {
    for (const Chart& chart :
         {Chart{"comparison", comparison}, Chart{"curves", curves}, Chart{"rollout", rollout},
          Chart{"curtain-comparison", curtain_comparison}}) {
      const auto drawing = chart.draw(results, setup);
      if (!drawing.has_value()) continue;
      for (const auto& file : figure_files(setup, figure_text(chart.name))) {
        drawing->save(r.path(file), 2.0);
      }
    }
  }
}

}  // namespace rnem::experiments
