#include "rnem/training/validation.h"

#include <algorithm>

#include "rnem/training/run_state.h"
#include "rnem/training/window_loss.h"

namespace rnem::training {
namespace {

constexpr std::int64_t kSamples = 3;

void record(const model::Step& step, const model::ModelConfig& config,
            std::vector<SampleSequence>& samples) {
  const auto picture = [&](const torch::Tensor& x) {  // [...,D] -> [...,H,W]
    return x.unflatten(-1, {config.height, config.width}).to(torch::kCPU, torch::kFloat32);
  };
  const auto frame = [&](const torch::Tensor& x) {  // [D*C] -> [H,W,C], or [H,W]
    return config.has_mask() ? picture(x.reshape({config.pixels(), -1}).t()).permute({1, 2, 0})
                             : picture(x);
  };
  const torch::Tensor prediction = step.state.mixture();
  for (std::size_t b = 0; b < samples.size(); ++b) {
    const auto row = static_cast<std::int64_t>(b);
    samples[b].frames.push_back(frame(step.target[row]));
    samples[b].predictions.push_back(frame(prediction[row]));
    samples[b].gammas.push_back(picture(step.state.gamma[row]));
  }
}

// Sum over sequences.
double rollout_loss(const model::Model& model, const ops::Ops& ops, const Window& window,
                    std::int64_t steps, std::int64_t simulated) {
  const model::EmSettings settings{
      .steps = steps, .observe = steps - simulated, .loss_of_truth = true};
  double sum = 0;
  run_em(model, ops, window.clip, settings, [&](const model::Step& step) {
    if (step.t < settings.observe) return;
    if (step.state.mask.defined()) {
      const double deviation = model.settings().loss.deviation;
      sum += (step.state.picture() - step.target).square().sum().item<double>() * 0.5 /
             (deviation * deviation);
      return;
    }
    const torch::Tensor drawn =
        step.state.psi.amax(1).clamp(ops::kSmallestProbability, 1 - ops::kSmallestProbability);
    sum += torch::binary_cross_entropy(drawn, step.target, {}, at::Reduction::Sum).item<double>();
  });
  return sum / static_cast<double>(simulated);
}

}  // namespace

std::optional<Validation> validate(const model::Model& model, const ops::Ops& ops,
                                   const ValidationData& data,
                                   const std::vector<double>& step_weights,
                                   std::int64_t rollout_steps, Observer& observer) {
  const torch::NoGradGuard no_grad;
  Validation sum;
  std::int64_t sequences = 0;
  const auto steps = static_cast<std::int64_t>(step_weights.size());
  for (std::int64_t index = 0; index < data.batches(); ++index) {
    if (observer.should_stop()) return std::nullopt;
    const Window window = data.batch(index);
    sequences += window.batch();
    if (index == 0) sum.samples.resize(std::min(kSamples, window.batch()));
    run_em(model, ops, window.clip, {}, [&](const model::Step& step) {
      const double weight = step_weights[static_cast<std::size_t>(step.t)];
      sum.loss += weight * step.loss.total.sum().item<double>();
      sum.intra += weight * step.loss.intra.sum().item<double>();
      sum.inter += weight * step.loss.inter.sum().item<double>();
      const torch::Tensor ari = step_ari(step, window);
      const double total = ari.defined() ? ari.sum().item<double>() : kUnknown;
      sum.ari_steps += total / static_cast<double>(steps);
      if (step.t == steps - 1) sum.ari += total;
      if (index == 0) record(step, model.config(), sum.samples);
    });
    sum.rollout +=
        rollout_steps > 0 ? rollout_loss(model, ops, window, steps, rollout_steps) : kUnknown;
  }
  for (double* value :
       {&sum.loss, &sum.intra, &sum.inter, &sum.ari, &sum.ari_steps, &sum.rollout}) {
    *value /= static_cast<double>(sequences);
  }
  return sum;
}

}  // namespace rnem::training
