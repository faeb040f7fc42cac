#include "rnem/experiments/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rnem/experiments/tiny_networks.h"
#include "rnem/training/recipe.h"
#include "rnem/training/schedule.h"

namespace rnem::experiments {
namespace {

using training::TrainConfig;

void use_budget(const Scale& scale, const Budget& budget, TrainConfig& c) {
  c.batch = budget.batch;
  c.max_updates = budget.updates();
  c.precision = "fp32";  // the same on every machine: parts of one table may come from several
  c.max_epochs = 0;
  c.patience = 0;  // the same number of sequences for every method
  c.valid_every = scale.valid_every;
  c.valid_sequences = scale.valid_sequences;
  c.valid_steps = std::min(c.valid_steps, scale.valid_steps);
}

// "update:steps" at the same share of a run of another length.
std::vector<std::string> fitted(const std::vector<std::string>& entries, double factor,
                                std::int64_t most_steps) {
  std::vector<std::string> result;
  if (entries.empty()) return result;
  const training::StepSchedule schedule(entries, 0, 0, "recipe");
  std::int64_t last = -1;
  for (const auto& stage : schedule.stages()) {
    const std::int64_t update = std::lround(static_cast<double>(stage.first) * factor);
    const std::int64_t steps = std::min(stage.steps, most_steps);
    if (update == last) {
      result.back() = fmt::format("{}:{}", update, steps);
    } else {
      result.push_back(fmt::format("{}:{}", update, steps));
    }
    last = update;
  }
  return result;
}

TrainConfig published(const Trial& trial, const Scale& scale) {
  TrainConfig c = paper_settings(*trial.method);
  const Budget budget = scale.budget(trial.method->task);
  if (budget.sequences > 0) {
    use_budget(scale, budget, c);
    const std::int64_t whole = c.steps;
    c.steps = std::min(whole, budget.steps);
    // a shorter window from the start would never see what comes late
    c.random_offset = c.steps < whole;
  }
  return c;
}

TrainConfig ours(const Trial& trial, const Scale& scale) {
  TrainConfig c;
  const bool curtain = trial.method->task == Task::kCurtain;
  read_toml(curtain ? training::curtain_recipe() : training::default_recipe(), "recipe",
            training::options(c));
  const TrainConfig paper = paper_settings(*trial.method);
  c.model.kind = paper.model.kind;
  c.em.k = paper.em.k;
  const Trial from = starts_from(trial);
  c.init = from.method != nullptr ? from.model_file() : "";
  const Budget budget = scale.budget(trial.method->task);
  if (budget.sequences == 0) return c;
  const double factor = static_cast<double>(budget.updates()) / static_cast<double>(c.max_updates);
  use_budget(scale, budget, c);
  c.steps = std::min(c.steps, scale.longest_window);
  c.curriculum = fitted(c.curriculum, factor, scale.longest_window);
  c.simulate = fitted(c.simulate, factor, scale.longest_window - 1);
  c.warmup = std::lround(static_cast<double>(c.warmup) * factor);
  return c;
}

}  // namespace

const char* setup_name(Setup setup) { return setup == Setup::kOurs ? "ours" : "published"; }

std::string Trial::name() const {
  return fmt::format("{}-{}-seed{}", setup_name(setup), method->name, seed);
}

std::string Trial::title() const {
  return fmt::format("{} {}, seed {}", method->title,
                     setup == Setup::kOurs ? "by our recipe" : "as published", seed);
}

std::vector<Trial> trials(const std::vector<Setup>& setups, std::int64_t seeds) {
  std::vector<Trial> list;
  for (const Setup setup : {Setup::kPublished, Setup::kOurs}) {
    if (std::find(setups.begin(), setups.end(), setup) == setups.end()) continue;
    std::int64_t most = seeds;
    for (const Method& m : methods()) most = std::max(most, m.seeds);
    for (std::int64_t seed = 1; seed <= most; ++seed) {
      for (const Method& m : methods()) {
        if (setup == Setup::kOurs && !m.in_ours) continue;
        if (seed <= (seeds > 0 ? seeds : m.seeds)) list.push_back({setup, &m, seed});
      }
    }
  }
  return list;
}

Trial starts_from(const Trial& trial) {
  if (trial.setup != Setup::kOurs || trial.method->task != Task::kCurtain) return {};
  return {Setup::kOurs, &find_method("balls4-rnem-k5"), trial.seed};
}

TrainConfig paper_settings(const Method& method) {
  TrainConfig config;
  read_toml(paper_config(method.name), std::string("configs/paper/") + method.name + ".toml",
            training::options(config));
  return config;
}

TrainConfig train_config(const Trial& trial, const Scale& scale) {
  TrainConfig config = trial.setup == Setup::kOurs ? ours(trial, scale) : published(trial, scale);
  config.seed = trial.seed;
  if (scale.tiny) shrink(config.model);
  training::check(config, trial.name());
  return config;
}

bool same_training(const TrainConfig& a, const TrainConfig& b) {
  return training::changed_key(a, b).empty() && a.max_updates == b.max_updates &&
         a.max_epochs == b.max_epochs && a.max_minutes == b.max_minutes && a.patience == b.patience;
}

}  // namespace rnem::experiments
