// Models small enough to differentiate by hand of finite differences.
#pragma once

#include <string>

#include "rnem/model/em_loop.h"
#include "rnem/model/model.h"
#include "rnem/rng.h"

namespace rnem::testing {

inline model::Settings tiny_settings(const std::string& kind) {
  model::Settings settings;
  model::ModelConfig& config = settings.model;
  config.kind = kind;
  settings.em.k = config.traits().single ? 1 : 3;
  config.height = config.width = 8;
  config.encoder = {"conv 4x4/2 3 elu", "fc 10 elu"};
  config.decoder = {"fc 7 relu", "fc 4x4x3 relu", "up 4x4 1 sigmoid plain"};
  config.hidden = 6;
  config.interaction_hidden = 5;
  config.attention_hidden = 4;
  config.norm_epsilon = 1e-3;
  if (kind == "n-em") {
    config.encoder = {};
    config.decoder = {"fc 8x8x1 sigmoid plain nobias"};
    settings.loss.through_gamma = true;
  }
  return settings;
}

// Random frames [T+1,B,8,8] with about a third of the pixels on.
inline model::Clip tiny_clip(int steps, int batch, std::int64_t actions = 0) {
  model::Clip clip;
  clip.frames = torch::zeros({steps + 1, batch, 8, 8}, torch::kUInt8);
  Rng rng(3, "frames");
  for (std::int64_t i = 0; i < clip.frames.numel(); ++i) {
    clip.frames.data_ptr<std::uint8_t>()[i] = rng.flip(0.3) ? 1 : 0;
  }
  if (actions > 0) {
    clip.actions = torch::zeros({steps, batch, actions});
    for (int t = 0; t < steps; ++t) {
      for (int b = 0; b < batch; ++b) clip.actions[t][b][(t + b) % actions] = 1;
    }
  }
  clip.seed = 17;
  for (int b = 0; b < batch; ++b) clip.streams.push_back(static_cast<std::uint64_t>(b));
  return clip;
}

// What EM starts from.
inline model::State initial_state(const model::Model& model, const model::Clip& clip,
                                  const model::EmSettings& settings) {
  model::State initial;
  model::run_em(
      model, *ops::reference_ops(), clip, settings, [](const model::Step&) {},
      [&](const model::State& state) { initial = state; });
  return initial;
}

// The mean of the step losses, with its graph.
inline torch::Tensor clip_loss(const model::Model& model, const ops::Ops& ops,
                               const model::Clip& clip, const model::EmSettings& settings = {}) {
  torch::Tensor sum;
  std::int64_t steps = 0;
  model::run_em(model, ops, clip, settings, [&](const model::Step& step) {
    const torch::Tensor loss = step.loss.total.mean();
    sum = sum.defined() ? sum + loss : loss;
    ++steps;
  });
  return sum / steps;
}

}  // namespace rnem::testing
