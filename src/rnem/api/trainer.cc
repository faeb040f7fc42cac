#include "rnem/trainer.h"

#include "rnem/training/fitted_config.h"
#include "rnem/training/trainer.h"

namespace rnem {
namespace {

training::TrainConfig config_of(const TrainOptions& options, Observer& observer) {
  const auto hear = [&](const std::string& line) { observer.note(line); };
  return training::run_config(
      {options.config, options.out, options.set, options.resume, options.source}, hear);
}

training::TrainRequest request_of(const TrainOptions& options, Observer& observer) {
  training::TrainRequest request;
  request.config = config_of(options, observer);
  request.out = options.out;
  request.resume = options.resume;
  request.source = options.source;
  return request;
}

}  // namespace

struct Trainer::Impl {
  Impl(const TrainOptions& options, const Runtime& runtime, Observer& observer)
      : folder(options.out), trainer(request_of(options, observer), runtime, observer) {}

  std::string file(const char* name) const { return (folder / name).string(); }

  std::filesystem::path folder;
  training::Trainer trainer;
};

Trainer::Trainer(const TrainOptions& options, const Runtime& runtime, Observer& observer)
    : impl_(std::make_unique<Impl>(options, runtime, observer)) {}
Trainer::~Trainer() = default;
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;

TrainResult Trainer::run() {
  const training::RunSummary summary = impl_->trainer.run();
  TrainResult result;
  result.updates = summary.state.update;
  result.seconds = summary.state.seconds;
  result.reason = summary.reason;
  result.last_model = impl_->file("last.safetensors");
  if (const int best = summary.state.best_by_loss(); best >= 0) {
    const auto& point = summary.state.validations[static_cast<std::size_t>(best)];
    result.best_loss = point.loss;
    result.best_update = point.update;
    result.best_model = impl_->file("best.safetensors");
  }
  return result;
}

Runtime::Settings train_runtime(const TrainOptions& options) {
  Observer nobody;
  return training::runtime_settings(config_of(options, nobody));
}

}  // namespace rnem
