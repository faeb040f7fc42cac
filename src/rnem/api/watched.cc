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

void WatchedSteps::add(const model::Step& step) {
  const auto plain = [](const Tensor& x) { return x.detach().to(torch::kCPU, torch::kFloat32); };
  const auto picture = [&](const Tensor& x) {  // [...,D] -> [...,H,W]
    return plain(x).unflatten(-1, {config_.height, config_.width});
  };
  const std::int64_t batch = step.state.psi.size(0), k = step.state.psi.size(1);
  Watched watched;
  watched.psi = picture(step.state.psi);
  watched.gamma = picture(step.state.gamma);
  watched.theta = plain(step.state.cell.theta).reshape({batch, k, -1});
  if (step.alpha.defined()) watched.attention = plain(model::attention_matrix(step.alpha));
  watched.picture = watched.psi.amax(1);
  const Tensor owner = watched.gamma.argmax(1).add(1).to(torch::kUInt8);
  watched.masks = owner * picture(step.target).gt(0.5);
  watched.tracks = metrics::component_centres(step.state.psi, config_.width);
  steps_.push_back(std::move(watched));
}

Watched WatchedSteps::stacked() const {
  const auto stack = [&](Tensor Watched::*member) {
    std::vector<Tensor> rows;
    for (const Watched& step : steps_) {
      if ((step.*member).defined()) rows.push_back(step.*member);
    }
    return rows.empty() ? Tensor() : torch::stack(rows, 1);
  };
  return {stack(&Watched::psi),       stack(&Watched::gamma),   stack(&Watched::theta),
          stack(&Watched::attention), stack(&Watched::picture), stack(&Watched::masks),
          stack(&Watched::tracks)};
}

}  // namespace rnem::api
