#include "rnem/figures/rollout.h"

#include "rnem/core/error.h"
#include "rnem/figures/palette.h"

namespace rnem::figures {
namespace {

std::size_t frame_size(const Rollout& r) { return std::size_t(r.height) * std::size_t(r.width); }

std::size_t numbers(const Rollout& r) { return frame_size(r) * std::size_t(r.channels); }

std::span<const float> slice(const std::vector<float>& values, int t, std::size_t size) {
  return std::span(values).subspan(std::size_t(t) * size, size);
}

}  // namespace

void check_rollout(const Rollout& r) {
  RNEM_CHECK(r.steps >= 1 && r.k >= 1 && r.height >= 1 && r.width >= 1, "a roll-out has a step");
  const auto t = std::size_t(r.steps), k = std::size_t(r.k), pixels = frame_size(r);
  const auto frame = numbers(r);
  RNEM_CHECK(r.truth.size() == (t + 1) * frame, "truth is [T+1,H,W,C]");
  RNEM_CHECK(r.corrupted.empty() || r.corrupted.size() == t * frame, "corrupted is [T,H,W,C]");
  RNEM_CHECK(r.predicted.empty() || r.predicted.size() == (t + 1) * frame,
             "predicted is [T+1,H,W,C]");
  RNEM_CHECK(r.gamma.size() == (t + 1) * k * pixels, "gamma is [T+1,K,H,W]");
  RNEM_CHECK(r.psi.size() == (t + 1) * k * pixels, "psi is [T+1,K,H,W]");
  RNEM_CHECK(r.attention.empty() || r.attention.size() == t * k * k, "attention is [T,K,K]");
}

std::span<const float> truth_at(const Rollout& r, int t) { return slice(r.truth, t, numbers(r)); }

std::span<const float> gamma_at(const Rollout& r, int t) {
  return slice(r.gamma, t, std::size_t(r.k) * frame_size(r));
}

std::span<const float> psi_at(const Rollout& r, int t) {
  return slice(r.psi, t, std::size_t(r.k) * frame_size(r));
}

std::span<const float> attention_at(const Rollout& r, int t) {
  if (t == 0 || r.attention.empty()) return {};
  return slice(r.attention, t - 1, std::size_t(r.k) * std::size_t(r.k));
}

bool simulated(const Rollout& r, int t) { return r.observed >= 0 && t > r.observed; }

Image truth_image(const Rollout& r, int t) {
  return frame_image(truth_at(r, t), r.height, r.width, r.channels);
}

std::vector<float> prediction_at(const Rollout& r, int t) {
  if (!r.predicted.empty()) {
    const auto frame = slice(r.predicted, t, numbers(r));
    return {frame.begin(), frame.end()};
  }
  const std::size_t pixels = frame_size(r);
  const auto gamma = gamma_at(r, t), psi = psi_at(r, t);
  std::vector<float> sum(pixels);
  for (std::size_t i = 0; i < gamma.size(); ++i) sum[i % pixels] += gamma[i] * psi[i];
  return sum;
}

Image prediction_image(const Rollout& r, int t) {
  return frame_image(prediction_at(r, t), r.height, r.width, r.channels);
}

Image grouping_image(const Rollout& r, int t) {
  return assignment_image(gamma_at(r, t), r.k, r.height, r.width);
}

Image component_image(const Rollout& r, int t, int component) {
  auto alpha = attention_at(r, t);
  if (!alpha.empty()) {
    alpha = alpha.subspan(std::size_t(component) * std::size_t(r.k), std::size_t(r.k));
  }
  return attention_image(psi_at(r, t), alpha, component, r.k, r.height, r.width);
}

Image input_image(const Rollout& r, int t) {
  if (t == 0 || r.corrupted.empty()) return {};
  return frame_image(slice(r.corrupted, t - 1, numbers(r)), r.height, r.width, r.channels);
}

}  // namespace rnem::figures
