// EM steps as users get them.
#pragma once

#include <string>
#include <vector>

#include "rnem/model.h"
#include "rnem/model/em_loop.h"

namespace rnem::api {

// 0 or a number of components that the model can run with: InputError names k.
std::int64_t checked_components(const model::Model& model, std::int64_t k);

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
