#include "rnem/training/window_loss.h"

#include "rnem/metrics/grouping.h"
#include "rnem/training/blind_practice.h"
#include "rnem/training/run_state.h"

namespace rnem::training {

namespace {

// Nats for an open gate: most of the time nothing happens, and what does not happen must not be
// made up of much that cancels out.
constexpr double kBusy = 0.05;

// How unlikely the places were at which components saw what they draw: what teaches a filter how
// far to trust its eyes, and how far its memory. Summed over sequences, components of each.
torch::Tensor surprise(const model::State& state) {
  const torch::Tensor carries = state.psi.detach().amax(2).gt(model::kOutline).flatten();
  return (state.cell.place.surprise * carries).sum();
}

void add(torch::Tensor& sum, const torch::Tensor& term) { sum = sum.defined() ? sum + term : term; }

}  // namespace

torch::Tensor step_ari(const model::Step& step, const Window& window) {
  if (!window.groups.defined() || step.state.gamma.size(1) == 1) return {};
  return metrics::adjusted_rand_index(step.state.gamma, window.groups[step.t + 1]);
}

WindowLoss add_gradient(const model::Model& model, const ops::Ops& ops, const Window& window,
                        const std::vector<double>& step_weights, std::int64_t parts, bool with_ari,
                        std::int64_t simulated, const std::string& rule, const BatchPart& of) {
  const auto last = static_cast<std::int64_t>(step_weights.size()) - 1;
  const double share = 1.0 / static_cast<double>(of.whole > 0 ? of.whole : window.batch());
  model::EmSettings settings;
  settings.draw_noise = true;
  // with places the blind steps are ways of their own beside the watched one
  const bool blind = simulated > 0 && rule == "blind" && model.config().has_places();
  if (simulated > 0 && !blind) {
    settings.observe = last + 1 - simulated;
    settings.simulation = rule;
    settings.loss_of_truth = true;
  }
  WindowLoss sum;
  for (std::int64_t p = 0; p < parts; ++p) {
    const std::int64_t first = window.batch() * p / parts;
    const Window part = window.part(first, window.batch() * (p + 1) / parts - first);
    torch::Tensor objective, beside;  // beside: what is learned from and not reported
    std::vector<model::State> watched;
    const auto gradients = ops.collect_weight_gradients();
    run_em(model, gradients->ops(), part.clip, settings, [&](const model::Step& step) {
      const double weight = step_weights[static_cast<std::size_t>(step.t)] * share;
      if (weight > 0) {
        const torch::Tensor term = step.loss.total.sum() * weight;
        add(objective, term);
        if (model.config().has_places()) {
          add(beside, surprise(step.state) * weight);
          add(beside, step.state.cell.place.busy.sum() * (kBusy * weight));
        }
        sum.intra += weight * step.loss.intra.sum().item<double>();
        sum.inter += weight * step.loss.inter.sum().item<double>();
      }
      if (blind) watched.push_back(step.state);
      if (step.t == (blind ? last : last - simulated)) {
        const torch::Tensor ari = with_ari ? step_ari(step, part) : torch::Tensor();
        sum.ari += ari.defined() ? ari.sum().item<double>() * share : kUnknown;
      }
    });
    sum.loss += objective.item<double>();
    if (blind) {
      const torch::Tensor ways = blind_practice(model, gradients->ops(), watched, simulated);
      if (ways.defined()) add(beside, ways * share);
      const torch::Tensor turns = turn_practice(watched);
      if (turns.defined()) add(beside, turns * share);
    }
    if (beside.defined()) objective = objective + beside;
    // the last part completes the gradients
    const bool completes = of.ready != nullptr && p == parts - 1;
    if (completes) of.ready->begin();
    objective.backward();
    gradients->finish([&](const torch::Tensor& weight) {
      if (completes) of.ready->complete(weight);
    });
  }
  return sum;
}

}  // namespace rnem::training
