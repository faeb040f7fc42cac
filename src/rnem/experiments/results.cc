#include "rnem/experiments/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "rnem/core/atomic_file.h"

namespace rnem::experiments {
namespace {

using Json = nlohmann::ordered_json;

std::string series_name(Setup setup, const std::string& method, const std::string& kind) {
  return fmt::format("{}-{}-{}", setup_name(setup), method, kind);
}

double number_of(const Json& report, const std::string& key) {
  const auto value = report.find(key);
  return value != report.end() && value->is_number() ? value->get<double>() : kNotPublished;
}

// NaN where the report has none
std::pair<double, double> interval_of(const Json& report, const std::string& key) {
  const Json interval = report.value("intervals", Json::object()).value(key, Json());
  if (!interval.is_array() || interval.size() != 2 || !interval[0].is_number()) {
    return {kNotPublished, kNotPublished};
  }
  return {interval[0].get<double>(), interval[1].get<double>()};
}

double relative_half_width(const Json& report, const std::string& key) {
  const auto [low, high] = interval_of(report, key);
  return (high - low) / 2 / number_of(report, key);
}

double mean_of_known(const std::vector<double>& values) {
  double sum = 0;
  int count = 0;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    sum += value;
    ++count;
  }
  return count > 0 ? sum / count : kNotPublished;
}

}  // namespace

double Measured::mean() const { return mean_of_known(seeds); }

double Measured::low() const {
  if (!known()) return kNotPublished;
  if (seeds.size() == 1 && !std::isnan(sequences_low)) return sequences_low;
  return *std::min_element(seeds.begin(), seeds.end());
}

double Measured::high() const {
  if (!known()) return kNotPublished;
  if (seeds.size() == 1 && !std::isnan(sequences_high)) return sequences_high;
  return *std::max_element(seeds.begin(), seeds.end());
}

std::string measured_cell(const Measured& value, int digits) {
  if (!value.known()) return "–";
  std::string cell = fmt::format("{:.{}f}", value.mean(), digits);
  if (value.seeds.size() > 1) {
    cell += fmt::format(" ({:.{}f}–{:.{}f})", value.low(), digits, value.high(), digits);
  }
  if (!std::isnan(value.sequences_low)) {
    cell += fmt::format(" ±{:.{}f}", (value.sequences_high - value.sequences_low) / 2, digits);
  }
  return cell;
}

Results::Results(const Reproduction& r) {
  for (const Trial& trial : r.trials()) {
    std::vector<std::string> kinds = {"train"};
    for (const Test& test : tests_of(trial, r.scale)) kinds.emplace_back(test.kind);
    for (const auto& kind : kinds) {
      const std::string part = test_part(trial, kind.c_str());
      const std::string file = r.path(result_file(part));
      std::error_code ignored;
      if (read_record(r.folder, part).is_null() || !std::filesystem::exists(file, ignored))
        continue;
      Json report = Json::parse(read_file(file), nullptr, /*allow_exceptions=*/false);
      if (!report.is_object()) continue;
      reports_[series_name(trial.setup, trial.method->name, kind)][trial.seed] = std::move(report);
    }
  }
}

std::vector<Json> Results::reports(Setup setup, const std::string& method,
                                   const std::string& kind) const {
  std::vector<Json> list;
  const auto found = reports_.find(series_name(setup, method, kind));
  if (found == reports_.end()) return list;
  for (const auto& [seed, report] : found->second) list.push_back(report);
  return list;
}

Measured Results::get(Setup setup, const std::string& method, const std::string& kind,
                      const std::string& key) const {
  Measured measured;
  std::vector<double> low, high;
  for (const Json& report : reports(setup, method, kind)) {
    const double value = number_of(report, key);
    if (std::isnan(value)) continue;
    measured.seeds.push_back(value);
    const auto [from, to] = interval_of(report, key);
    low.push_back(from);
    high.push_back(to);
  }
  measured.sequences_low = mean_of_known(low);
  measured.sequences_high = mean_of_known(high);
  return measured;
}

Measured Results::ratio(Setup setup, const std::string& method, const std::string& key,
                        const std::string& kind_above, const std::string& kind_below) const {
  Measured measured;
  const auto above = reports_.find(series_name(setup, method, kind_above));
  const auto below = reports_.find(series_name(setup, method, kind_below));
  if (above == reports_.end() || below == reports_.end()) return measured;
  std::vector<double> low, high;
  for (const auto& [seed, report] : above->second) {
    const auto other = below->second.find(seed);
    if (other == below->second.end()) continue;
    const double value = number_of(report, key) / number_of(other->second, key);
    if (!std::isfinite(value)) continue;
    measured.seeds.push_back(value);
    const double half = value * std::hypot(relative_half_width(report, key),
                                           relative_half_width(other->second, key));
    low.push_back(value - half);
    high.push_back(value + half);
  }
  measured.sequences_low = mean_of_known(low);
  measured.sequences_high = mean_of_known(high);
  return measured;
}

std::vector<double> Results::list(Setup setup, const std::string& method, const std::string& kind,
                                  const std::string& key) const {
  std::vector<std::vector<double>> columns;
  for (const Json& report : reports(setup, method, kind)) {
    const Json values = report.value(key, Json::array());
    columns.resize(std::max(columns.size(), values.size()));
    for (std::size_t t = 0; t < values.size(); ++t) {
      columns[t].push_back(values[t].is_number() ? values[t].get<double>() : kNotPublished);
    }
  }
  std::vector<double> means;
  for (const auto& column : columns) means.push_back(mean_of_known(column));
  return means;
}

}  // namespace rnem::experiments
