#include "rnem/evaluation/model_rollout.h"

#include <algorithm>

#include "rnem/core/task.h"
#include "rnem/dataset/batches.h"
#include "rnem/model/interaction.h"

namespace rnem::evaluation {
namespace {

void append(std::vector<float>& to, const torch::Tensor& values) {
  const torch::Tensor plain = values.detach().to(torch::kCPU, torch::kFloat32).contiguous();
  to.insert(to.end(), plain.data_ptr<float>(), plain.data_ptr<float>() + plain.numel());
}

}  // namespace

figures::Rollout model_rollout(const Session& session, std::int64_t sequence,
                               const model::EmSettings& em) {
  const torch::NoGradGuard no_grad;
  const model::Model& model = *session.file.model;
  const auto& config = model.config();
  const auto frames = std::min<std::int64_t>(em.steps + 1, session.source->frames());
  const dataset::Batch batch = dataset::load_batch(*session.source, session.split, {{sequence, 0}},
                                                   static_cast<int>(frames));
  const model::Clip clip = clip_of(batch, sequence, session.seed);

  figures::Rollout rollout;
  rollout.steps = static_cast<int>(em.steps);
  rollout.k = static_cast<int>(model::components(model, em));
  rollout.height = static_cast<int>(config.height);
  rollout.width = static_cast<int>(config.width);
  rollout.channels = config.has_mask() ? static_cast<int>(config.channels) : 1;
  rollout.observed = em.observe < em.steps ? static_cast<int>(em.observe) : -1;
  append(rollout.truth, clip.frames);
  rollout.truth.resize((em.steps + 1) * config.numbers());
  const auto append_state = [&](const model::State& state) {
    append(rollout.gamma, state.gamma);
    append(rollout.psi, state.presence());
    if (config.has_mask()) append(rollout.predicted, state.mixture());
  };
  const auto append_step = [&](const model::Step& step) {
    stop_if_asked(session.observer);
    append(rollout.corrupted, step.input);
    append_state(step.state);
    if (model.traits().attention && step.alpha.defined()) {
      append(rollout.attention, model::attention_matrix(step.alpha));
    }
  };
  model::run_em(model, session.runtime.ops(), clip, em, append_step, append_state);
  return rollout;
}

}  // namespace rnem::evaluation
