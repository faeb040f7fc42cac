#include <optional>

#include "rnem/api/checked_input.h"
#include "rnem/api/model_impl.h"
#include "rnem/api/watched.h"
#include "rnem/core/error.h"
#include "rnem/model/em_loop.h"

namespace rnem {

using torch::Tensor;

struct Stream::Impl {
  const Model::Impl& model;
  StreamOptions options;
  model::EmSettings em = {};
  std::optional<model::EmStepper> stepper = {};  // from the first frame on
  std::int64_t batch = 0, steps = 0;

  const model::ModelConfig& config() const { return model.file.model->config(); }

  void start(const Tensor& first) {
    batch = first.size(0);
    model::Clip clip;
    clip.seed = options.seed;
    for (std::int64_t b = 0; b < batch; ++b) clip.streams.push_back(static_cast<std::uint64_t>(b));
    stepper.emplace(*model.file.model, model.runtime.ops(), clip, em, first);
  }

  WatchedStep shown(const model::Step& step) {
    ++steps;
    return api::watched_step(step, config());
  }
};

Stream::Stream(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Stream::~Stream() = default;
Stream::Stream(Stream&&) noexcept = default;
Stream& Stream::operator=(Stream&&) noexcept = default;

std::int64_t Stream::steps() const { return impl_->steps; }

std::optional<WatchedStep> Stream::see(const Tensor& frame, const Tensor& action) {
  const torch::NoGradGuard no_grad;
  const Tensor next = api::checked_frame(frame, impl_->config());
  if (!impl_->stepper) {
    impl_->start(next);
    return std::nullopt;
  }
  if (next.size(0) != impl_->batch) {
    fail_input("frame: expected {} of them as before, got {}", impl_->batch, next.size(0));
  }
  const Tensor held = api::checked_action(action, impl_->config(), impl_->batch);
  return impl_->shown(impl_->stepper->see(next, held));
}

WatchedStep Stream::imagine(const Tensor& action) {
  const torch::NoGradGuard no_grad;
  if (!impl_->stepper) fail_input("imagine: expected at least one frame before it");
  const Tensor held = api::checked_action(action, impl_->config(), impl_->batch);
  return impl_->shown(impl_->stepper->imagine(held));
}

void Stream::set_noise(double flip_probability) {
  if (!(flip_probability >= 0 && flip_probability <= 0.5)) {
    fail_input("noise: expected a probability from 0 to 0.5, got {}", flip_probability);
  }
  impl_->em.noise = flip_probability;
  if (impl_->stepper) impl_->stepper->set_noise(flip_probability);
}

Stream Stream::copy() const {
  auto impl = std::make_unique<Impl>(Impl{impl_->model, impl_->options, impl_->em, {}});
  // steps replace tensors and never write into them
  if (impl_->stepper) impl->stepper.emplace(*impl_->stepper);
  impl->batch = impl_->batch;
  impl->steps = impl_->steps;
  return Stream(std::move(impl));
}

Stream Model::stream(const StreamOptions& options) const {
  auto impl = std::make_unique<Stream::Impl>(Stream::Impl{*impl_, options});
  impl->em = api::em_settings(*impl_->file.model, options.k, options.noise);
  api::check_rule(options.rule);
  impl->em.simulation = options.rule;
  return Stream(std::move(impl));
}

}  // namespace rnem
