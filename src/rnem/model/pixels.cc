#include "rnem/model/pixels.h"

#include <algorithm>
#include <cmath>

#include "rnem/machine/parallel.h"
#include "rnem/model/em_loop.h"
#include "rnem/rng.h"

namespace rnem::model {
namespace {

// From where on a Gaussian pixel differs from the background.
constexpr double kDifferent = 0.25;

// Four numbers of 16 bits from one draw, their mean 0 and their variance 1: nearly normal, and a
// tenth of the price.
float nearly_normal(std::uint64_t bits) {
  constexpr double kMean = 4 * 32767.5;
  const double deviation = std::sqrt(4.0 / 12.0) * 65536;
  const auto sum = (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48);
  return static_cast<float>((static_cast<double>(sum) - kMean) / deviation);
}

}  // namespace

StepLoss Pixels::loss(const Ops& ops, const MStep& predicted, const Background& behind,
                      const Tensor& frame) const {
  const LossConfig& settings = model_.settings().loss;
  if (!gaussian()) return ops.step_loss(predicted.psi, frame, settings);
  return ops.gaussian_loss(predicted.psi, frame,
                           {model_.config().channels, behind.picture, model_.log_deviation()},
                           settings);
}

Tensor Pixels::corrupt(const Tensor& frame, const Background& behind,
                       const std::vector<double>& levels, const Clip& clip,
                       std::int64_t step) const {
  if (!gaussian()) return model::corrupt(frame.unsqueeze(0), levels, clip, step)[0];
  const auto deviation = static_cast<float>(model_.settings().em.noise_deviation);
  const bool drops = std::any_of(levels.begin(), levels.end(), [](double p) { return p > 0; });
  // without dropped pixels none is wanted: a run that asks for clean frames gets them
  if (!drops) return frame;
  const std::int64_t batch = frame.size(0), channels = model_.config().channels;
  const std::int64_t pixels = frame.size(1) / channels;
  const Tensor seen = frame.to(torch::kCPU, torch::kFloat32).contiguous();
  const Tensor shown = behind.picture.to(torch::kCPU, torch::kFloat32).contiguous();
  Tensor noisy = torch::empty({batch, pixels * channels}, torch::kFloat32);
  machine::parallel_for(batch, 1, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t b = begin; b < end; ++b) {
      const auto threshold = static_cast<std::uint64_t>(std::lround(levels[b] * 65536));
      Rng rng(clip.seed, "noise", clip.streams[b], static_cast<std::uint64_t>(step));
      const float* from = seen.data_ptr<float>() + b * pixels * channels;
      const float* other = shown.data_ptr<float>() + b * pixels * channels;
      float* to = noisy.data_ptr<float>() + b * pixels * channels;
      std::uint64_t bits = 0;
      for (std::int64_t i = 0; i < pixels; ++i) {
        bits = i % 4 == 0 ? rng.bits() : bits >> 16;
        const bool dropped = (bits & 0xffff) < threshold;
        for (std::int64_t c = i * channels; c < (i + 1) * channels; ++c) {
          to[c] = dropped ? other[c] : from[c];
          if (deviation > 0) to[c] += deviation * nearly_normal(rng.bits());
        }
      }
    }
  });
  return noisy.to(frame.options().requires_grad(false));
}

Tensor Pixels::imagined(const Tensor& psi, const Tensor& mask, const Background& behind,
                        const std::string& rule) const {
  const torch::NoGradGuard no_grad;
  const double threshold = rule == "paper" ? kNotDark : kOutline;
  if (!gaussian()) return std::get<0>(psi.max(1)).gt(threshold).to(psi.dtype()).detach();
  const std::int64_t batch = psi.size(0), pixels = mask.size(2), channels = psi.size(2) / pixels;
  const auto [most, owner] = mask.max(1, /*keepdim=*/true);  // [B,1,D]
  const Tensor index = owner.unsqueeze(3).expand({batch, 1, pixels, channels});
  const Tensor shown =
      psi.reshape({batch, -1, pixels, channels}).gather(1, index).squeeze(1);  // [B,D,C]
  const Tensor b = behind.picture.reshape({batch, pixels, channels});
  const Tensor covered = most.reshape({batch, pixels, 1});
  // psi = b + a (c - b), so this is c
  const Tensor colour = (b + (shown - b) / covered.clamp_min(kNotDark)).clamp(0, 1);
  return torch::where(covered.gt(threshold), colour, b).reshape({batch, -1});
}

Tensor Pixels::contrast(const Tensor& frame, const Background& behind) const {
  if (!gaussian()) return frame;
  const std::int64_t batch = frame.size(0), channels = model_.config().channels;
  return (frame - behind.picture).abs().reshape({batch, -1, channels}).amax(2).clamp_max(1.0);
}

Tensor Pixels::foreground(const Tensor& frame, const Background& behind) const {
  return contrast(frame, behind).gt(gaussian() ? kDifferent : kOutline);
}

Background Pixels::background(const Tensor& frame) const {
  if (!gaussian()) return {};
  const ModelConfig& config = model_.config();
  if (model_.settings().em.background == "running") {
    return first_background(frame, config.height, config.width);
  }
  return {torch::full_like(frame, model_.settings().loss.prior), {}};
}

}  // namespace rnem::model
