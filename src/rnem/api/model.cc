#include "rnem/model.h"

#include "rnem/api/model_impl.h"
#include "rnem/api/watched.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/model/em_loop.h"
#include "rnem/ops/ops.h"

namespace rnem {
namespace {

using torch::Tensor;

// [T,H,W] or [B,T,H,W] of zeros and ones -> [T,B,H,W]
Tensor checked_frames(const Tensor& frames, const model::ModelConfig& config) {
  const std::string expected =
      fmt::format("expected [T,{0},{1}] or [B,T,{0},{1}] of zeros and ones with T > 1",
                  config.height, config.width);
  if (!frames.defined() || (frames.dim() != 3 && frames.dim() != 4)) {
    fail_input("frames: {}", expected);
  }
  const Tensor all = frames.dim() == 3 ? frames.unsqueeze(0) : frames;
  if (all.size(0) < 1 || all.size(1) < 2 || all.size(2) != config.height ||
      all.size(3) != config.width) {
    fail_input("frames: {}, got {}", expected, c10::str(frames.sizes()));
  }
  const Tensor numbers = all.to(torch::kCPU, torch::kFloat32);
  if (!((numbers == 0) | (numbers == 1)).all().item<bool>()) {
    fail_input("frames: {}, got values from {} to {}", expected, numbers.min().item<float>(),
               numbers.max().item<float>());
  }
  return numbers.transpose(0, 1).contiguous();
}

// [T,A] or [B,T,A] -> [T,B,A]
Tensor checked_actions(const Tensor& actions, const model::ModelConfig& config,
                       std::int64_t batch) {
  if (config.actions == 0) return {};
  if (actions.defined() && (actions.dim() == 2 || actions.dim() == 3)) {
    const Tensor all = actions.dim() == 2 ? actions.unsqueeze(0) : actions;
    if (all.size(0) == batch && all.size(1) > 0 && all.size(2) == config.actions) {
      return all.transpose(0, 1).to(torch::kCPU, torch::kFloat32).contiguous();
    }
  }
  fail_input("actions: expected [T,{0}] or [B,T,{0}], one-hot: the model acts", config.actions);
}

Watched run(const Model::Impl& impl, const Tensor& frames, std::int64_t ahead,
            const SimulateOptions& options, Observer* observer) {
  const torch::NoGradGuard no_grad;
  const model::Model& model = *impl.file.model;
  model::Clip clip;
  clip.frames = checked_frames(frames, model.config());
  const std::int64_t watched = clip.frames.size(0) - 1, batch = clip.frames.size(1);
  clip.actions = checked_actions(options.actions, model.config(), batch);
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
  api::WatchedSteps steps(model.config());
  model::run_em(model, impl.runtime.ops(), clip, em, [&](const model::Step& step) {
    stop_if_asked(hears);
    steps.add(step);
    task.update(step.t + 1);
  });
  task.finish();
  return steps.stacked();
}

}  // namespace

Model Model::load(const std::string& path_or_name, const Runtime& runtime) {
  auto impl = std::make_unique<Impl>(Impl{model::load_model(path_or_name), runtime});
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
