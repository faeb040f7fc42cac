#include "rnem/training/window_loss.h"

#include "rnem/model/grouping.h"
#include "rnem/model/weight_gradients.h"
#include "rnem/training/run_state.h"

namespace rnem::training {

torch::Tensor step_ari(const model::Step& step, const Window& window) {
  if (!window.groups.defined() || step.state.gamma.size(1) == 1) return {};
  return model::adjusted_rand_index(step.state.gamma, window.groups[step.t + 1]);
}

WindowLoss add_gradient(const model::Model& model, const model::Ops& ops, const Window& window,
                        const std::vector<double>& step_weights, std::int64_t parts, bool with_ari,
                        std::int64_t simulated) {
  const std::int64_t count = window.batch() / parts;
  const auto last = static_cast<std::int64_t>(step_weights.size()) - 1;
  const double share = 1.0 / static_cast<double>(window.batch());
  model::EmSettings settings;
  settings.draw_noise = true;
  if (simulated > 0) {
    settings.observe = last + 1 - simulated;
    settings.loss_of_truth = true;
  }
  WindowLoss sum;
  for (std::int64_t p = 0; p < parts; ++p) {
    const Window part = window.part(p * count, count);
    torch::Tensor objective;
    run_em(model, ops, part.clip, settings, [&](const model::Step& step) {
      const double weight = step_weights[static_cast<std::size_t>(step.t)] * share;
      if (weight > 0) {
        const torch::Tensor term = step.loss.total.sum() * weight;
        objective = objective.defined() ? objective + term : term;
        sum.intra += weight * step.loss.intra.sum().item<double>();
        sum.inter += weight * step.loss.inter.sum().item<double>();
      }
      if (step.t == last - simulated) {
        const torch::Tensor ari = with_ari ? step_ari(step, part) : torch::Tensor();
        sum.ari += ari.defined() ? ari.sum().item<double>() * share : kUnknown;
      }
    });
    sum.loss += objective.item<double>();
    model::WeightGradients gradients;
    objective.backward();
    gradients.finish();
  }
  return sum;
}

}  // namespace rnem::training
