#include "rnem/experiments/reproduction.h"

#include <fmt/format.h>

#include <algorithm>

#include "rnem/core/atomic_file.h"
#include "rnem/experiments/figure_parts.h"
#include "rnem/experiments/test_part.h"
#include "rnem/experiments/training_part.h"

namespace rnem::experiments {

model::EmSettings Test::em() const {
  model::EmSettings em;
  em.k = k;
  em.steps = steps;
  em.observe = observe;
  return em;
}

std::vector<Test> tests_of(const Trial& trial, const Scale& scale) {
  const training::TrainConfig paper = paper_settings(*trial.method);
  const std::string& own = paper.data_train;
  const std::string more = std::string("live:") + kMoreBalls;
  const std::int64_t k = paper.em.k, more_k = paper.model.traits().single ? k : kExtrapolationK;
  const std::int64_t steps = std::min(paper.valid_steps, scale.evaluated_steps);
  const std::int64_t observe = scale.observed_steps, all = observe + scale.simulated_steps;
  std::vector<Test> tests = {{"eval", own, k, steps}};
  if (trial.method->task == Task::kBalls) {
    tests.push_back({"extrapolate", more, more_k, steps});
    tests.push_back({"simulate", own, k, all, observe});
    tests.push_back({"extrapolate-simulate", more, more_k, all, observe});
  }
  if (trial.method->task == Task::kCurtain) {
    tests.push_back({"hidden", own, k, scale.hidden_steps});
  }
  return tests;
}

std::string train_part(const Trial& trial) { return trial.name() + "-train"; }
std::string test_part(const Trial& trial, const char* kind) { return trial.name() + "-" + kind; }

std::vector<Part> reproduction_parts(const Reproduction& r) {
  std::vector<Part> parts;
  for (const Trial& trial : r.trials()) {
    parts.push_back(training_part(r, trial));
    for (const Test& test : tests_of(trial, r.scale)) {
      parts.push_back(testing_part(r, trial, test));
    }
    for (Part& part : figure_parts(r, trial)) parts.push_back(std::move(part));
  }
  return parts;
}

void write_configs(const Reproduction& r) {
  make_folder(r.path("configs"));
  for (const Trial& trial : r.trials()) {
    write_file(r.path(trial.config_file()), training::to_toml(train_config(trial, r.scale)));
  }
}

}  // namespace rnem::experiments
