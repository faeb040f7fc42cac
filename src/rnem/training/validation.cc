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

constexpr std::int64_t kNumbers = 7;  // of a batch: those of Validation, and its sequences

// Sums over the sequences of one batch, and pictures of the first few of the first.
std::vector<double> validate_batch(const model::Model& model, const ops::Ops& ops,
                                   const Window& window, const std::vector<double>& step_weights,
                                   std::int64_t rollout_steps,
                                   std::vector<SampleSequence>& samples) {
  const auto steps = static_cast<std::int64_t>(step_weights.size());
  Validation sum;
  run_em(model, ops, window.clip, {}, [&](const model::Step& step) {
    const double weight = step_weights[static_cast<std::size_t>(step.t)];
    sum.loss += weight * step.loss.total.sum().item<double>();
    sum.intra += weight * step.loss.intra.sum().item<double>();
    sum.inter += weight * step.loss.inter.sum().item<double>();
    const torch::Tensor ari = step_ari(step, window);
    const double total = ari.defined() ? ari.sum().item<double>() : kUnknown;
    sum.ari_steps += total / static_cast<double>(steps);
    if (step.t == steps - 1) sum.ari += total;
    record(step, model.config(), samples);
  });
  sum.rollout =
      rollout_steps > 0 ? rollout_loss(model, ops, window, steps, rollout_steps) : kUnknown;
  return {sum.loss,
          sum.intra,
          sum.inter,
          sum.ari,
          sum.ari_steps,
          sum.rollout,
          static_cast<double>(window.batch())};
}

}  // namespace

std::optional<Validation> validate(const model::Model& model, const ops::Ops& ops,
                                   const ValidationData& data,
                                   const std::vector<double>& step_weights,
                                   std::int64_t rollout_steps, Observer& observer,
                                   runtime::Ranks& ranks) {
  const torch::NoGradGuard no_grad;
  Validation result;
  std::vector<double> sums(kNumbers);
  // round by round, a batch for each rank
  for (std::int64_t first = 0; first < data.batches(); first += ranks.size()) {
    const std::int64_t index = first + ranks.rank();
    const bool stop = ranks.first() && observer.should_stop();
    if (stop && ranks.alone()) return std::nullopt;
    // a row for each rank, of which this one fills its own, and whether to stop
    std::vector<double> table(static_cast<std::size_t>(kNumbers * ranks.size() + 1));
    if (!stop && index < data.batches()) {
      const Window window = data.batch(index);
      std::vector<SampleSequence> samples(
          static_cast<std::size_t>(index == 0 ? std::min(kSamples, window.batch()) : 0));
      const auto row = validate_batch(model, ops, window, step_weights, rollout_steps, samples);
      std::copy(row.begin(), row.end(), table.begin() + kNumbers * ranks.rank());
      if (index == 0) result.samples = std::move(samples);
    }
    table.back() = stop ? 1 : 0;
    table = ranks.sum(table);
    if (table.back() != 0) return std::nullopt;
    for (std::size_t i = 0; i + 1 < table.size(); ++i) sums[i % kNumbers] += table[i];
  }
  for (std::size_t i = 0; i + 1 < sums.size(); ++i) sums[i] /= sums.back();
  result.loss = sums[0];
  result.intra = sums[1];
  result.inter = sums[2];
  result.ari = sums[3];
  result.ari_steps = sums[4];
  result.rollout = sums[5];
  return result;
}

}  // namespace rnem::training
