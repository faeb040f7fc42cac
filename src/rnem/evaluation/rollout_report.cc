#include "rnem/evaluation/rollout_report.h"

#include <cmath>

#include "rnem/evaluation/report.h"
#include "rnem/metrics/bootstrap.h"

namespace rnem::evaluation {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kBootstrapSeed = 1;

void put(const std::string& key, const std::optional<Estimate>& estimate, Json& report) {
  report[key] = estimate.has_value() ? json_number(estimate->value) : Json();
  report["intervals"][key] =
      estimate.has_value() ? json_numbers({estimate->low, estimate->high}) : Json();
}

// Those of `values` whose sequence has `group` in `groups`, the others unknown.
std::vector<double> only(std::vector<double> values, const std::vector<double>& groups,
                         double group) {
  for (std::size_t n = 0; n < values.size(); ++n) {
    if (groups[n] != group) values[n] = kUnknown;
  }
  return values;
}

// The last step whose truth is known.
std::int64_t last_known(const Series& series) {
  const auto means = series.per_step();
  std::int64_t last = series.steps() - 1;
  while (last > 0 && std::isnan(means[last])) --last;
  return last;
}

}  // namespace

void add_rollout_numbers(const Simulation& s, Json& report) {
  report["intervals"] = Json::object();
  for (const char* key : {"bce", "position_error", "object_drift"}) {
    put(std::string("simulated_") + key, mean_estimate(s.simulated(key), kBootstrapSeed), report);
  }
  const Series& truth = s.by_step.at("true_area");
  const std::int64_t end = last_known(truth);
  for (const char* key : {"area", "faint_area"}) {
    put(std::string(key) + "_at_end",
        ratio_estimate(s.by_step.at(key).per_sequence(end, end + 1),
                       truth.per_sequence(end, end + 1), kBootstrapSeed),
        report);
  }
  const auto& shared = s.by_sequence.at("shared_component");
  put("shared_component", mean_estimate(shared, kBootstrapSeed), report);
  for (const char* key : {"bce", "position_error"}) {
    const auto values = s.simulated(key);
    const std::string name = std::string("simulated_") + key;
    put(name + "_shared", mean_estimate(only(values, shared, 1), kBootstrapSeed), report);
    put(name + "_separate", mean_estimate(only(values, shared, 0), kBootstrapSeed), report);
  }
}

}  // namespace rnem::evaluation
