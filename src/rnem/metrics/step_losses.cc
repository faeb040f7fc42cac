#include "rnem/metrics/step_losses.h"

#include <cmath>

namespace rnem::metrics {
namespace {

using torch::Tensor;

struct Logs {
  Tensor on, off;  // log p, log(1 - p)
};

Logs clipped_logs(const Tensor& prediction) {
  const Tensor p = prediction.clamp(ops::kSmallestProbability, 1 - ops::kSmallestProbability);
  return {torch::log(p), torch::log(1 - p)};
}

Tensor pixel_bce(const Logs& logs, const Tensor& target) {
  return -(target * logs.on + (1 - target) * logs.off);
}

// KL(Bernoulli(prior) || Bernoulli(p))
Tensor pixel_divergence(const Logs& logs, double prior) {
  const auto entropy_part = [](double q) { return q > 0 ? q * std::log(q) : 0.0; };
  return entropy_part(prior) + entropy_part(1 - prior) - prior * logs.on - (1 - prior) * logs.off;
}

LossParts sums(const Tensor& bce, const Tensor& divergence, double weight) {
  const Tensor intra = bce.sum(1), inter = divergence.sum(1);
  return {intra + weight * inter, intra, inter};
}

// Gaussian pixels [B,D*C] -> [B,D]: |a - b|² / 2 sigma²
Tensor pixel_squares(const Tensor& a, const Tensor& b, std::int64_t channels, double scale) {
  return (a - b).square().reshape({a.size(0), -1, channels}).sum(2) * scale;
}

// The same losses with squares in place of cross entropies. On collision pixels the mixture's is
// that of pixels of their own, as loss_on().
StepLosses gaussian_losses(const model::Step& step, const Tensor& current, const Tensor& target,
                           const Tensor& collisions, const ops::LossConfig& settings) {
  const model::State& state = step.state;
  const std::int64_t channels = state.psi.size(2) / state.mask.size(2);
  const double scale = 0.5 / (settings.deviation * settings.deviation);
  const Tensor picture = state.picture(), &b = step.behind.picture;
  const Tensor fit = pixel_squares(picture, target, channels, scale);
  const Tensor divergence = pixel_squares(picture, b, channels, scale);
  const Tensor still = pixel_squares(current, target, channels, scale);
  StepLosses losses;
  losses.plain = {step.loss.total, step.loss.intra, step.loss.inter};
  losses.upper = sums(fit, divergence, settings.inter_weight);
  losses.still = still.sum(1);
  losses.squared_error = (picture - target).square().mean(1);
  if (collisions.defined()) {
    const Tensor on = collisions.unsqueeze(1);
    const auto split = [&](const Tensor& x) { return x.unflatten(-1, {collisions.size(1), -1}); };
    const Tensor off = (split(target).unsqueeze(1) - split(state.psi)).square().sum(3) * scale;
    const Tensor away = (split(state.psi) - split(b).unsqueeze(1)).square().sum(3) * scale;
    const Tensor gamma = torch::softmax(-off, 1);
    const Tensor intra = (on * gamma * off).sum({1, 2});
    const Tensor inter = (on * (1 - gamma) * away).sum({1, 2});
    losses.plain_relational = {intra + settings.inter_weight * inter, intra, inter};
    losses.upper_relational =
        sums(fit * collisions, divergence * collisions, settings.inter_weight);
    losses.still_relational = (still * collisions).sum(1);
  }
  return losses;
}

// The gamma-weighted loss on the chosen pixels: each is a frame of one pixel for the operator that
// defines the loss.
LossParts loss_on(const Tensor& pixels, const Tensor& psi, const Tensor& target,
                  const ops::LossConfig& settings) {
  const std::int64_t batch = psi.size(0), k = psi.size(1);
  const Tensor index = pixels.nonzero();  // [n,2] sequence, pixel
  const Tensor sequence = index.select(1, 0), pixel = index.select(1, 1);
  const Tensor chosen = psi.transpose(1, 2).index({sequence, pixel}).reshape({-1, k, 1});
  const Tensor wanted = target.index({sequence, pixel}).reshape({-1, 1});
  const ops::StepLoss loss = ops::reference_ops()->step_loss(chosen, wanted, settings);
  const auto per_sequence = [&](const Tensor& values) {
    return torch::zeros({batch}, psi.options()).index_add(0, sequence, values);
  };
  return {per_sequence(loss.total), per_sequence(loss.intra), per_sequence(loss.inter)};
}

}  // namespace

Tensor picture_bce(const Tensor& prediction, const Tensor& target) {
  return pixel_bce(clipped_logs(prediction), target).sum(1);
}

StepLosses step_losses(const model::Step& step, const Tensor& current, const Tensor& target,
                       const Tensor& collisions, const ops::LossConfig& settings) {
  if (step.state.mask.defined()) {
    return gaussian_losses(step, current, target, collisions, settings);
  }
  const Tensor& psi = step.state.psi;
  const Logs logs = clipped_logs(psi.amax(1));
  const Tensor bce = pixel_bce(logs, target);
  const Tensor divergence = pixel_divergence(logs, settings.prior);
  const Tensor still = pixel_bce(clipped_logs(current), target);

  StepLosses losses;
  losses.plain = {step.loss.total, step.loss.intra, step.loss.inter};
  losses.upper = sums(bce, divergence, settings.inter_weight);
  losses.still = still.sum(1);
  if (collisions.defined()) {
    losses.plain_relational = loss_on(collisions, psi, target, settings);
    losses.upper_relational =
        sums(bce * collisions, divergence * collisions, settings.inter_weight);
    losses.still_relational = (still * collisions).sum(1);
  }
  return losses;
}

}  // namespace rnem::metrics
