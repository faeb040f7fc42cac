#include "rnem/figures/rollout.h"

#include "rnem/core/error.h"
#include "rnem/figures/palette.h"

namespace rnem::figures {
namespace {

std::size_t frame_size(const Rollout& r) { return std::size_t(r.height) * std::size_t(r.width); }

std::span<const float> slice(const std::vector<float>& values, int t, std::size_t size) {
  return std::span(values).subspan(std::size_t(t) * size, size);
}

}  // namespace

void check_rollout(const Rollout& r) {
  RNEM_CHECK(r.steps >= 1 && r.k >= 1 && r.height >= 1 && r.width >= 1, "a roll-out has a step");
  const auto t = std::size_t(r.steps), k = std::size_t(r.k), pixels = frame_size(r);
  RNEM_CHECK(r.truth.size() == (t + 1) * pixels, "truth is [T+1,H,W]");
  RNEM_CHECK(r.corrupted.empty() || r.corrupted.size() == t * pixels, "corrupted is [T,H,W]");
  RNEM_CHECK(r.gamma.size() == (t + 1) * k * pixels, "gamma is [T+1,K,H,W]");
  RNEM_CHECK(r.psi.size() == (t + 1) * k * pixels, "psi is [T+1,K,H,W]");
  RNEM_CHECK(r.attention.empty() || r.attention.size() == t * k * k, "attention is [T,K,K]");
}

std::span<const float> truth_at(const Rollout& r, int t) {
  return slice(r.truth, t, frame_size(r));
}

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

Image truth_image(const Rollout& r, int t) { return grey_image(truth_at(r, t), r.height, r.width); }

std::vector<float> prediction_at(const Rollout& r, int t) {
  const std::size_t pixels = frame_size(r);
  const auto gamma = gamma_at(r, t), psi = psi_at(r, t);
  std::vector<float> sum(pixels);
  for (std::size_t i = 0; i < gamma.size(); ++i) sum[i % pixels] += gamma[i] * psi[i];
  return sum;
}

Image prediction_image(const Rollout& r, int t) {
  return grey_image(prediction_at(r, t), r.height, r.width);
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
  return grey_image(slice(r.corrupted, t - 1, frame_size(r)), r.height, r.width);
}

}  // namespace rnem::figures
