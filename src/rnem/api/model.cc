#include "rnem/model.h"

#include "rnem/api/checked_input.h"
#include "rnem/api/model_impl.h"
#include "rnem/api/watched.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/model/em_loop.h"
#include "rnem/ops/ops.h"

namespace rnem {
namespace {

using torch::Tensor;

Watched run(const Model::Impl& impl, const Tensor& frames, std::int64_t ahead,
            const SimulateOptions& options, Observer* observer) {
  const torch::NoGradGuard no_grad;
  const model::Model& model = *impl.file.model;
  model::Clip clip;
  clip.frames = api::checked_frames(frames, model.config());
  const std::int64_t watched = clip.frames.size(0) - 1, batch = clip.frames.size(1);
  clip.actions = api::checked_actions(options.actions, model.config(), batch);
  clip.seed = options.seed;
  for (std::int64_t b = 0; b < batch; ++b) clip.streams.push_back(static_cast<std::uint64_t>(b));
  model::EmSettings em = api::em_settings(model, options.k, options.noise);
  em.steps = watched + ahead;
  em.observe = ahead > 0 ? watched : -1;
  em.simulation = options.rule;
  api::check_rule(options.rule);
  Observer nobody;
  Observer& hears = observer != nullptr ? *observer : nobody;
  Task task(hears, ahead > 0 ? "simulating" : "watching", "steps", em.steps);
  std::vector<WatchedStep> steps;
  Tensor start;
  model::run_em(
      model, impl.runtime.ops(), clip, em,
      [&](const model::Step& step) {
        stop_if_asked(hears);
        steps.push_back(api::watched_step(step, model.config()));
        task.update(step.t + 1);
      },
      [&](const model::State& state) { start = api::pictures(state.gamma, model.config()); });
  task.finish();
  Watched all = api::stacked(steps);
  all.start = start;
  return all;
}

}  // namespace

Model Model::load(const std::string& path_or_name, const Runtime& runtime) {
  auto impl = std::make_unique<Impl>(Impl{path_or_name, model::load_model(path_or_name), runtime});
  impl->file.model->to(runtime.device(), torch::kFloat32);
  return Model(std::move(impl));
}

Model::Model(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

int Model::height() const { return static_cast<int>(impl_->file.model->config().height); }
int Model::width() const { return static_cast<int>(impl_->file.model->config().width); }
std::int64_t Model::k() const { return impl_->file.model->settings().em.k; }
std::int64_t Model::actions() const { return impl_->file.model->config().actions; }
std::int64_t Model::parameters() const { return impl_->file.model->parameters().count(); }
std::string Model::settings() const { return impl_->file.metadata.at("config"); }

void Model::save(const std::string& path) const {
  model::save_model(path, *impl_->file.model, impl_->file.metadata);
}

Watched Model::watch(const Tensor& frames, const WatchOptions& options, Observer* observer) const {
  SimulateOptions all;
  static_cast<WatchOptions&>(all) = options;
  return run(*impl_, frames, 0, all, observer);
}

Watched Model::simulate(const Tensor& frames, std::int64_t steps, const SimulateOptions& options,
                        Observer* observer) const {
  if (steps < 1) fail_input("steps: expected 1 or more to simulate, got {}", steps);
  return run(*impl_, frames, steps, options, observer);
}

}  // namespace rnem
