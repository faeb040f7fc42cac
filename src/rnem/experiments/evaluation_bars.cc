#include "rnem/experiments/evaluation_bars.h"

#include <algorithm>

namespace rnem::experiments {
namespace {

using Json = nlohmann::ordered_json;

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

}  // namespace

const std::vector<Quantity>& compared_quantities() {
  static const std::vector<Quantity> kQuantities = {
      {"relative_bce", "relative BCE"},
      {"relative_relational_bce", "relative relational BCE"},
      {"ari", "ARI"}};
  return kQuantities;
}

figures::Drawing evaluation_bars(const std::vector<NamedReport>& reports,
                                 const std::vector<Quantity>& quantities,
                                 const figures::ChartSize& size) {
  std::vector<std::string> methods, datasets;
  for (const auto& named : reports) {
    place_of(methods, named.method);
    place_of(datasets, named.dataset);
  }
  std::vector<figures::BarPanel> panels;
  for (const Quantity& quantity : quantities) {
    figures::BarPanel panel{.title = quantity.title, .groups = datasets};
    panel.bars.assign(datasets.size(), std::vector<figures::Bar>(methods.size()));
    for (const auto& named : reports) {
      panel.bars[place_of(datasets, named.dataset)][place_of(methods, named.method)] =
          bar_of(named.report, quantity.key);
    }
    panels.push_back(std::move(panel));
  }
  return figures::comparison_bars(methods, panels, size);
}

}  // namespace rnem::experiments
