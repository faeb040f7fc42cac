#include "rnem/api/watched.h"

#include "rnem/core/error.h"
#include "rnem/core/nearest.h"
#include "rnem/metrics/object_tracks.h"
#include "rnem/model/interaction.h"

namespace rnem::api {

using torch::Tensor;

model::EmSettings em_settings(const model::Model& model, std::int64_t k, double noise) {
  constexpr std::int64_t kMost = 64;
  if (k < 0 || k > kMost) fail_input("k: expected 0 (as trained) to {}, got {}", kMost, k);
  if (model.traits().single && k > 1) {
    fail_input("k: {} has one component, got {}", model.config().kind, k);
  }
  if (!(noise <= 0.5)) fail_input("noise: expected a probability up to 0.5, got {}", noise);
  model::EmSettings em;
  if (k > 0) em.k = k;
  if (noise >= 0) em.noise = noise;
  return em;
}

void check_rule(const std::string& rule) {
  const auto& known = model::simulation_rules();
  if (rule.empty() || std::find(known.begin(), known.end(), rule) != known.end()) return;
  fail_input("rule: unknown simulation rule '{}'{}", rule, suggestion(rule, known));
}

Tensor pictures(const Tensor& x, const model::ModelConfig& config) {
  return x.detach().to(torch::kCPU, torch::kFloat32).unflatten(-1, {config.height, config.width});
}

WatchedStep watched_step(const model::Step& step, const model::ModelConfig& config) {
  const auto plain = [](const Tensor& x) { return x.detach().to(torch::kCPU, torch::kFloat32); };
  const std::int64_t batch = step.state.psi.size(0), k = step.state.psi.size(1);
  WatchedStep watched;
  watched.psi = pictures(step.state.psi, config);
  watched.gamma = pictures(step.state.gamma, config);
  watched.theta = plain(step.state.cell.theta).reshape({batch, k, -1});
  if (step.alpha.defined()) watched.attention = plain(model::attention_matrix(step.alpha));
  watched.picture = watched.psi.amax(1);
  const Tensor owner = watched.gamma.argmax(1).add(1).to(torch::kUInt8);
  watched.masks = owner * pictures(step.target, config).gt(0.5);
  watched.tracks = metrics::component_centres(step.state.psi, config.width);
  return watched;
}

Watched stacked(const std::vector<WatchedStep>& steps) {
  Watched all;
  for (Tensor Watched::*member :
       {&Watched::psi, &Watched::gamma, &Watched::theta, &Watched::attention, &Watched::picture,
        &Watched::masks, &Watched::tracks}) {
    std::vector<Tensor> rows;
    for (const WatchedStep& step : steps) {
      if ((step.*member).defined()) rows.push_back(step.*member);
    }
    if (!rows.empty()) all.*member = torch::stack(rows, 1);
  }
  return all;
}

}  // namespace rnem::api
