// `rnem plot bars`: evaluations side by side.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "rnem/cli/command.h"
#include "rnem/cli/figure_names.h"
#include "rnem/cli/plot_run.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/figures/comparison_bars.h"

namespace rnem::cli {
namespace {

using Json = nlohmann::json;

struct Quantity {
  const char* key;
  const char* title;
};
constexpr std::array<Quantity, 3> kQuantities = {
    {{"relative_bce", "relative BCE"},
     {"relative_relational_bce", "relative relational BCE"},
     {"ari", "ARI"}}};

Json read_evaluation(const std::string& path) {
  Json report;
  try {
    report = Json::parse(read_file(path));
  } catch (const Json::exception&) {
    fail_input("{}: not JSON, expected what 'rnem eval --json' writes", path);
  }
  for (const char* key : {"model", "dataset", "intervals"}) {
    if (!report.is_object() || !report.contains(key)) {
      fail_input("{}: key '{}' is missing, expected what 'rnem eval --json' writes", path, key);
    }
  }
  return report;
}

// The place of `name`, which is added when it is new.
std::size_t place_of(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

figures::Bar bar_of(const Json& report, const char* key) {
  figures::Bar bar;
  if (!report.contains(key) || !report[key].is_number()) return bar;
  bar.value = report[key];
  const Json interval = report["intervals"].value(key, Json());
  if (interval.is_array() && interval.size() == 2 && interval[0].is_number()) {
    bar.error = (interval[1].get<double>() - interval[0].get<double>()) / 2;
  }
  return bar;
}

// One panel a quantity, one group of bars a dataset, one colour a model.
figures::Drawing bars_of(const std::vector<Json>& reports, const std::vector<std::string>& names) {
  std::vector<std::string> methods, datasets;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    place_of(methods, names[i]);
    place_of(datasets, reports[i]["dataset"]);
  }
  std::vector<figures::BarPanel> panels;
  for (const Quantity& quantity : kQuantities) {
    figures::BarPanel panel{.title = quantity.title};
    for (const auto& dataset : datasets) panel.groups.push_back(figure_names({}, {dataset})[0]);
    panel.bars.assign(datasets.size(), std::vector<figures::Bar>(methods.size()));
    for (std::size_t i = 0; i < reports.size(); ++i) {
      panel.bars[place_of(datasets, reports[i]["dataset"])][place_of(methods, names[i])] =
          bar_of(reports[i], quantity.key);
    }
    panels.push_back(std::move(panel));
  }
  return figures::comparison_bars(methods, panels);
}

}  // namespace

std::function<void()> setup_plot_bars(CLI::App& app) {
  struct Options {
    std::vector<std::string> evaluations, names;
    std::string out;
  };
  auto options = std::make_shared<Options>();
  app.add_option("evaluations", options->evaluations, "files of 'rnem eval --json'")->required();
  app.add_option("--names", options->names, "names for the legend, one for each file")
      ->delimiter(',');
  app.add_option("--out", options->out, "file to write: .png, .svg or .pdf")->required();
  return [options] {
    std::vector<Json> reports;
    std::vector<std::string> models;
    for (const auto& path : options->evaluations) {
      reports.push_back(read_evaluation(path));
      models.push_back(reports.back()["model"]);
    }
    bars_of(reports, figure_names(options->names, models)).save(options->out, 2.0);
    report_figure(options->out);
  };
}

}  // namespace rnem::cli
