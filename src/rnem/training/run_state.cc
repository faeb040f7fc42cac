#include "rnem/training/run_state.h"

#include <nlohmann/json.hpp>

#include "rnem/core/error.h"

namespace rnem::training {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN: dump() writes null, which comes back here
double number(const Json& value) { return value.is_null() ? kUnknown : value.get<double>(); }

template <class Better>
int best(const std::vector<ValidationPoint>& points, double ValidationPoint::*value,
         Better better) {
  int found = -1;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!std::isfinite(points[i].*value)) continue;
    if (found < 0 || better(points[i].*value, points[static_cast<std::size_t>(found)].*value)) {
      found = static_cast<int>(i);
    }
  }
  return found;
}

Json validations_json(const RunState& state) {
  Json list = Json::array();
  for (const auto& point : state.validations) {
    list.push_back({{"update", point.update},
                    {"loss", point.loss},
                    {"ari", point.ari},
                    {"rollout", point.rollout}});
  }
  return list;
}

}  // namespace

int RunState::best_by_loss() const {
  return best(validations, &ValidationPoint::loss, std::less<>());
}

int RunState::best_by_ari() const {
  return best(validations, &ValidationPoint::ari, std::greater<>());
}

int RunState::best_by_rollout() const {
  return best(validations, &ValidationPoint::rollout, std::less<>());
}

std::int64_t RunState::validations_without_gain() const {
  return static_cast<std::int64_t>(validations.size()) - 1 - best_by_loss();
}

std::string to_json(const RunState& s) {
  const Json json = {
      {"update", s.update},
      {"applied", s.applied},
      {"skipped", s.skipped},
      {"bad_in_a_row", s.bad_in_a_row},
      {"returns", s.returns},
      {"rate_factor", s.rate_factor},
      {"seconds", s.seconds},
      {"log_bytes", s.log_bytes},
      {"sums", {s.sums.updates, s.sums.loss, s.sums.intra, s.sums.inter, s.sums.gradient_norm}},
      {"validations", validations_json(s)},
  };
  return json.dump();
}

RunState run_state_from_json(std::string_view text) {
  RunState s;
  try {
    const Json json = Json::parse(text);
    s.update = json.at("update");
    s.applied = json.at("applied");
    s.skipped = json.at("skipped");
    s.bad_in_a_row = json.at("bad_in_a_row");
    s.returns = json.at("returns");
    s.rate_factor = json.at("rate_factor");
    s.seconds = json.at("seconds");
    s.log_bytes = json.at("log_bytes");
    const Json& sums = json.at("sums");
    s.sums = {sums.at(0), sums.at(1), sums.at(2), sums.at(3), sums.at(4)};
    for (const auto& point : json.at("validations")) {
      s.validations.push_back({point.at("update"), number(point.at("loss")),
                               number(point.at("ari")), number(point.value("rollout", Json()))});
    }
  } catch (const nlohmann::json::exception& error) {
    fail_input("state of the run: {}", error.what());
  }
  return s;
}

std::string history_json(const RunState& state) { return validations_json(state).dump(); }

}  // namespace rnem::training
