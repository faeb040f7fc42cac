#include "rnem/experiments/training_curves.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"

namespace rnem::experiments {
namespace {

using Json = nlohmann::ordered_json;

struct Panel {
  const char *title, *label, *kind, *key;
  bool log;
};
constexpr std::array<Panel, 3> kPanels = {{{"Training loss", "loss", "train", "loss", true},
                                           {"Validation loss", "loss", "valid", "loss", true},
                                           {"Validation ARI", "ARI", "valid", "ari", false}}};

// The lines of a run's metrics.jsonl.
std::vector<Json> read_metrics(const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / "metrics.jsonl").string();
  std::istringstream text(read_file(path));
  std::vector<Json> lines;
  for (std::string line; std::getline(text, line);) {
    const Json entry = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    // a run that is still going on may be in the middle of its last line
    if (entry.is_discarded() && text.eof()) break;
    if (!entry.is_object() || !entry.contains("kind") || !entry.contains("update") ||
        !entry["update"].is_number()) {
      fail_input("{}: line {}: expected an object with 'kind' and a number 'update'", path,
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

figures::Drawing training_curves(const std::vector<NamedRun>& runs,
                                 const figures::ChartSize& size) {
  std::vector<figures::CurvePanel> panels;
  for (const Panel& panel : kPanels) {
    panels.push_back({.title = panel.title,
                      .x = {.label = "update", .low = 0.0},
                      .y = {.label = panel.label, .log = panel.log}});
  }
  double last = 0;  // the panels share their time
  for (const NamedRun& run : runs) {
    const auto lines = read_metrics(run.folder);
    for (std::size_t p = 0; p < panels.size(); ++p) {
      panels[p].curves.push_back(curve_of(lines, kPanels[p], run.name));
      for (const double update : panels[p].curves.back().x) last = std::max(last, update);
    }
  }
  for (auto& panel : panels) panel.x.high = last;
  // what chance does looks like chance
  panels.back().y.low = 0.0, panels.back().y.high = 1.0;
  return figures::curve_plot(panels, size);
}

}  // namespace rnem::experiments
