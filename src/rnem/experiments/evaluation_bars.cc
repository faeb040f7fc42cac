#include "rnem/experiments/evaluation_bars.h"

#include <algorithm>

#include "rnem/core/error.h"
#include "rnem/core/nearest.h"

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

figures::Bar bar_of(const Json& report, const std::string& key) {
  figures::Bar bar;
  if (!report.contains(key) || !report[key].is_number()) return bar;
  bar.value = report[key];
  const Json interval = report["intervals"].value(key, Json());
  if (interval.is_array() && interval.size() == 2 && interval[0].is_number()) {
    bar.below = std::max(0.0, bar.value - interval[0].get<double>());
    bar.above = std::max(0.0, interval[1].get<double>() - bar.value);
  }
  return bar;
}

}  // namespace

std::vector<Quantity> find_quantities(const std::vector<std::string>& keys) {
  constexpr const char *kLower = "lower is better", *kHigher = "higher is better";
  constexpr double kNone = figures::Axis::kAuto;
  // predicting that nothing moves has a relative BCE of 1
  static const std::vector<Quantity> kKnown = {
      {"relative_bce", "Relative BCE", kLower, 1.0},
      {"relative_relational_bce", "Relative relational BCE", kLower, 1.0},
      {"ari", "ARI", kHigher, kNone, 1.0},
      {"ari_last", "ARI of the last step", kHigher, kNone, 1.0},
      {"ari_after_10", "ARI after step 10", kHigher, kNone, 1.0},
      {"bce", "BCE", kLower},
      {"relational_bce", "Relational BCE", kLower},
      {"objects_found", "Objects found", kHigher},
      {"position_error", "Position error, px", kLower},
  };
  std::vector<Quantity> found;
  for (const auto& key : keys) {
    std::vector<std::string> names;
    for (const Quantity& quantity : kKnown) {
      names.push_back(quantity.key);
      if (quantity.key == key) found.push_back(quantity);
    }
    if (found.empty() || found.back().key != key) {
      fail_input("no bars for '{}'{}", key, suggestion(key, names));
    }
  }
  return found;
}

std::vector<Quantity> compared_quantities() {
  return find_quantities({"relative_bce", "relative_relational_bce", "ari"});
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
    figures::BarPanel panel{.title = quantity.title,
                            .y = {.label = quantity.label, .high = quantity.high},
                            .groups = datasets,
                            .reference = quantity.reference};
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
