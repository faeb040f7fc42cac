// `rnem plot simulation`: position error against the limit, energy and life over simulated steps.
#include <limits>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/figure_names.h"
#include "rnem/cli/plot_run.h"
#include "rnem/cli/report_file.h"
#include "rnem/figures/curve_plot.h"

namespace rnem::cli {
namespace {

using Json = nlohmann::ordered_json;

// The simulated steps of a series of a report.
figures::Curve simulated_curve(const Json& report, const char* key, const std::string& name) {
  figures::Curve curve{.name = name};
  const auto observe = report["observe"].get<std::size_t>();
  const Json& values = report[key];
  for (std::size_t t = observe; t < values.size(); ++t) {
    curve.x.push_back(static_cast<double>(t - observe + 1));
    curve.y.push_back(values[t].is_null() ? std::numeric_limits<double>::quiet_NaN()
                                          : values[t].get<double>());
  }
  return curve;
}

bool known(const Json& report, const char* key) {
  for (const Json& value : report[key]) {
    if (!value.is_null()) return true;
  }
  return false;
}

figures::Drawing simulation_curves(const std::vector<Json>& reports,
                                   const std::vector<std::string>& names) {
  const auto panel = [](const char* title, const char* label) {
    return figures::CurvePanel{.title = title,
                               .x = {.label = "simulated steps", .low = 0.0},
                               .y = {.label = label, .low = 0.0}};
  };
  std::vector<figures::CurvePanel> panels = {panel("Position error", "pixels"),
                                             panel("Energy of a ball", "mass · (px / frame)²"),
                                             panel("Objects that live", "share")};
  panels[2].y.high = 1.0;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    panels[0].curves.push_back(simulated_curve(reports[i], "position_error_per_step", names[i]));
    panels[1].curves.push_back(simulated_curve(reports[i], "energy_per_step", names[i]));
    panels[2].curves.push_back(simulated_curve(reports[i], "alive_per_step", names[i]));
  }
  // what models are measured against: of every model where it is its own, else once
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const std::string whose = reports.size() > 1 ? " of " + names[i] : "";
    if (known(reports[i], "limit_per_step")) {
      panels[0].curves.push_back(simulated_curve(reports[i], "limit_per_step", "limit" + whose));
    }
    const bool same = reports[i]["dataset"] == reports[0]["dataset"];
    if (i > 0 && same) continue;
    const std::string where = same ? "" : " of " + names[i];
    if (known(reports[i], "straight_per_step")) {
      panels[0].curves.push_back(
          simulated_curve(reports[i], "straight_per_step", "straight lines" + where));
    }
    if (known(reports[i], "true_energy_per_step")) {
      panels[1].curves.push_back(
          simulated_curve(reports[i], "true_energy_per_step", "truth" + where));
    }
  }
  return figures::curve_plot(panels);
}

}  // namespace

Work setup_plot_simulation(CLI::App& app) {
  struct Options {
    std::vector<std::string> simulations, names;
    Outputs outputs;
    std::string out;
  };
  auto options = std::make_shared<Options>();
  app.add_option("simulations", options->simulations, "files of 'rnem simulate --json'")
      ->required();
  app.add_option("--names", options->names, "names for the legend, one for each file")
      ->delimiter(',');
  options->outputs.add_file(app, options->out, "figure to write", kDrawings)->required();
  add_examples(app, {"rnem plot simulation sim.json -o sim.svg"});
  return [options](Observer&) {
    options->outputs.check();
    const auto names = figure_names(options->names, options->simulations);
    std::vector<Json> reports;
    for (const auto& path : options->simulations) {
      reports.push_back(read_report(
          path, "rnem simulate",
          {"dataset", "observe", "position_error_per_step", "limit_per_step", "straight_per_step",
           "energy_per_step", "true_energy_per_step", "alive_per_step"}));
    }
    simulation_curves(reports, names).save(options->out, 2.0);
    report_figure(options->out);
  };
}

}  // namespace rnem::cli
