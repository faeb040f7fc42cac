// EM steps as users get them.
#pragma once

#include <string>
#include <vector>

#include "rnem/model.h"
#include "rnem/model/em_loop.h"

namespace rnem::api {

// K components (0: as trained) and flip probability (negative: as trained) for the EM loop.
// InputError names k or noise.
model::EmSettings em_settings(const model::Model& model, std::int64_t k, double noise);

// Empty or one of model::simulation_rules(): InputError names the rule.
void check_rule(const std::string& rule);

// Collects steps of one run.
class WatchedSteps {
 public:
  explicit WatchedSteps(const model::ModelConfig& config) : config_(config) {}

  void add(const model::Step& step);
  Watched stacked() const;  // of at least one step

 private:
  const model::ModelConfig& config_;
  std::vector<Watched> steps_;  // without the axis T
};

}  // namespace rnem::api
