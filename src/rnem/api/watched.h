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

// A step on the CPU, as pictures.
WatchedStep watched_step(const model::Step& step, const model::ModelConfig& config);

// Steps of one run with the axis T; at least one.
Watched stacked(const std::vector<WatchedStep>& steps);

// gamma [B,K,H*W] as float32 pictures on the CPU.
at::Tensor pictures(const at::Tensor& x, const model::ModelConfig& config);

}  // namespace rnem::api
