#include "rnem/training/schedule.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>

#include "rnem/core/error.h"
#include "rnem/rng.h"

namespace rnem::training {
namespace {

std::optional<std::int64_t> whole_number(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

double learning_rate(const TrainConfig& c, std::int64_t update) {
  double rate = c.rate;
  if (update < c.warmup) rate *= static_cast<double>(update + 1) / static_cast<double>(c.warmup);
  if (c.schedule == "cosine") {
    const std::int64_t length = c.schedule_updates > 0 ? c.schedule_updates : c.max_updates;
    const double s = std::min(1.0, static_cast<double>(update) / static_cast<double>(length));
    rate *= c.schedule_factor + (1 - c.schedule_factor) * (1 + std::cos(std::numbers::pi * s)) / 2;
  } else if (c.schedule == "step") {
    const std::int64_t drops = update / c.schedule_updates;
    rate *= std::pow(c.schedule_factor, static_cast<double>(drops));
  }
  return rate;
}

StepSchedule::StepSchedule(const std::vector<std::string>& entries, std::int64_t otherwise,
                           std::int64_t least, const std::string& key) {
  for (const auto& entry : entries) {
    const auto colon = entry.find(':');
    const auto first = whole_number(std::string_view(entry).substr(0, colon));
    const auto steps = colon == std::string::npos
                           ? std::nullopt
                           : whole_number(std::string_view(entry).substr(colon + 1));
    if (!first || !steps || *steps < least) {
      fail_input("{}: expected \"update:steps\" with {} steps or more, got \"{}\"", key, least,
                 entry);
    }
    if (stages_.empty() ? *first != 0 : *first <= stages_.back().first) {
      fail_input("{}: expected growing updates from 0, got \"{}\"", key, entry);
    }
    stages_.push_back({*first, *steps});
  }
  if (stages_.empty()) stages_.push_back({0, otherwise});
}

std::int64_t StepSchedule::steps(std::int64_t update) const {
  std::int64_t steps = stages_.front().steps;
  for (const auto& stage : stages_) {
    if (stage.first <= update) steps = stage.steps;
  }
  return steps;
}

StepSchedule window_schedule(const TrainConfig& c, const std::string& source) {
  return {c.curriculum, c.steps, 1, source + ": training.curriculum"};
}

StepSchedule simulation_schedule(const TrainConfig& c, const std::string& source) {
  return {c.simulate, 0, 0, source + ": training.simulate"};
}

std::int64_t simulated_steps(const TrainConfig& c, std::int64_t update) {
  const std::int64_t most = std::min(simulation_schedule(c, "training").steps(update),
                                     window_schedule(c, "training").steps(update) - 1);
  Rng rng(static_cast<std::uint64_t>(c.seed), "simulate", static_cast<std::uint64_t>(update));
  return static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(most) + 1));
}

std::vector<double> loss_weights(const std::string& loss_steps, std::int64_t steps,
                                 const std::string& source) {
  std::vector<double> weights(static_cast<std::size_t>(steps), loss_steps == "all" ? 1.0 : 0.0);
  if (loss_steps == "last") {
    weights.back() = 1.0;
  } else if (loss_steps != "all") {
    std::string_view rest = loss_steps;
    for (bool more = true; more;) {
      const auto comma = rest.find(',');
      const auto step = whole_number(rest.substr(0, comma));
      if (!step || *step < 1) {
        fail_input("{}: loss.steps: expected all, last or numbers like \"10,20\", got {}", source,
                   loss_steps);
      }
      if (*step <= steps) weights[static_cast<std::size_t>(*step - 1)] = 1.0;
      more = comma != std::string_view::npos;
      if (more) rest.remove_prefix(comma + 1);
    }
  }
  const auto chosen = static_cast<double>(std::count(weights.begin(), weights.end(), 1.0));
  if (chosen == 0) {
    fail_input("{}: loss.steps: {} names no step of a window of {}", source, loss_steps, steps);
  }
  for (double& weight : weights) weight /= chosen;
  return weights;
}

}  // namespace rnem::training
