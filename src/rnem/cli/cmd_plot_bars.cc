// `rnem plot bars`: evaluations side by side.
#include <nlohmann/json.hpp>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/figure_names.h"
#include "rnem/cli/plot_run.h"
#include "rnem/cli/report_file.h"
#include "rnem/core/error.h"
#include "rnem/experiments/evaluation_bars.h"

namespace rnem::cli {
namespace {

using Json = nlohmann::ordered_json;

// "balls4mass64" of "live:balls4mass64" and of "data/balls4mass64.h5".
std::string dataset_name(const std::string& dataset) {
  constexpr std::string_view kLive = "live:";
  if (dataset.starts_with(kLive)) return dataset.substr(kLive.size());
  return figure_names({}, {dataset})[0];
}

}  // namespace

Work setup_plot_bars(CLI::App& app) {
  struct Options {
    std::vector<std::string> evaluations, names, groups;
    std::vector<std::string> quantities = {"relative_bce", "relative_relational_bce", "ari"};
    Outputs outputs;
    std::string out;
  };
  auto options = std::make_shared<Options>();
  app.add_option("evaluations", options->evaluations, "files of 'rnem eval --json'")->required();
  app.add_option("--names", options->names, "names for the legend, one for each file")
      ->delimiter(',');
  app.add_option("--groups", options->groups,
                 "names under the bars, one for each file; without, of the data")
      ->delimiter(',');
  app.add_option("--quantities", options->quantities, "keys of the files, a panel each")
      ->delimiter(',')
      ->capture_default_str();
  options->outputs.add_file(app, options->out, "figure to write", kDrawings)->required();
  add_examples(
      app, {"rnem plot bars balls4.json balls678.json --names '4 balls,6-8 balls' -o bars.svg"});
  return [options](Observer&) {
    options->outputs.check();
    std::vector<experiments::NamedReport> reports;
    std::vector<std::string> models, datasets;
    for (const auto& path : options->evaluations) {
      const Json report = read_report(path, "rnem eval", {"model", "dataset", "intervals"});
      models.push_back(report["model"]);
      datasets.push_back(dataset_name(report["dataset"]));
      reports.push_back({"", "", report});
    }
    const auto names = figure_names(options->names, models);
    if (!options->groups.empty() && options->groups.size() != datasets.size()) {
      fail_input("--groups: expected {} of them, one for each file, got {}", datasets.size(),
                 options->groups.size());
    }
    const auto& groups = options->groups.empty() ? datasets : options->groups;
    for (std::size_t i = 0; i < names.size(); ++i) {
      reports[i].method = names[i];
      reports[i].dataset = groups[i];
    }
    experiments::evaluation_bars(reports, experiments::find_quantities(options->quantities))
        .save(options->out, 2.0);
    report_figure(options->out);
  };
}

}  // namespace rnem::cli
