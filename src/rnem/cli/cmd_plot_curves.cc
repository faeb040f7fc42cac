// `rnem plot curves`: the course of training runs.
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "rnem/cli/command.h"
#include "rnem/cli/figure_names.h"
#include "rnem/cli/plot_run.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/figures/curve_plot.h"

namespace rnem::cli {
namespace {

using Json = nlohmann::json;

struct Panel {
  const char *title, *kind, *key;
  bool log;
};
constexpr std::array<Panel, 3> kPanels = {{{"training loss", "train", "loss", true},
                                           {"validation loss", "valid", "loss", true},
                                           {"validation ARI", "valid", "ari", false}}};

// The lines of a run's metrics.jsonl.
std::vector<Json> read_metrics(const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / "metrics.jsonl").string();
  std::istringstream text(read_file(path));
  std::vector<Json> lines;
  for (std::string line; std::getline(text, line);) {
    const Json entry = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    // a run that is still going on may be in the middle of its last line
    if (entry.is_discarded() && text.eof()) break;
    if (!entry.is_object() || !entry.contains("kind") || !entry.contains("update")) {
      fail_input("{}: line {}: expected an object with 'kind' and 'update'", path,
                 lines.size() + 1);
    }
    lines.push_back(entry);
  }
  return lines;
}

figures::Curve curve_of(const std::vector<Json>& lines, const Panel& panel,
                        const std::string& name) {
  figures::Curve curve{.name = name};
  for (const Json& line : lines) {
    if (line["kind"] != panel.kind || !line.contains(panel.key)) continue;
    if (!line[panel.key].is_number()) continue;
    curve.x.push_back(line["update"]);
    curve.y.push_back(line[panel.key]);
  }
  return curve;
}

}  // namespace

std::function<void()> setup_plot_curves(CLI::App& app) {
  struct Options {
    std::vector<std::string> runs, names;
    std::string out;
  };
  auto options = std::make_shared<Options>();
  app.add_option("runs", options->runs, "folders of training runs")->required();
  app.add_option("--names", options->names, "names for the legend, one for each run")
      ->delimiter(',');
  app.add_option("--out", options->out, "file to write: .png, .svg or .pdf")->required();
  return [options] {
    const auto names = figure_names(options->names, options->runs);
    std::vector<figures::CurvePanel> panels;
    for (const Panel& panel : kPanels) {
      panels.push_back({.title = panel.title,
                        .x = {.label = "update"},
                        .y = {.label = panel.key, .log = panel.log}});
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto lines = read_metrics(options->runs[i]);
      for (std::size_t p = 0; p < panels.size(); ++p) {
        panels[p].curves.push_back(curve_of(lines, kPanels[p], names[i]));
      }
    }
    figures::curve_plot(panels).save(options->out, 2.0);
    report_figure(options->out);
  };
}

}  // namespace rnem::cli
