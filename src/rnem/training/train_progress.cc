#include "rnem/training/train_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rnem/core/duration.h"

namespace rnem::training {
namespace {

std::string ari_text(double ari) {
  return std::isfinite(ari) ? fmt::format(", ARI {:.3f}", ari) : "";
}

}  // namespace

TrainProgress::TrainProgress(const TrainConfig& config, std::int64_t epoch_updates,
                             std::int64_t update, Observer& observer)
    : max_seconds_(60 * config.max_minutes),
      epoch_updates_(epoch_updates),
      total_(config.max_updates),
      observer_(observer) {
  const std::int64_t by_epochs = config.max_epochs * epoch_updates;
  if (by_epochs > 0) total_ = total_ > 0 ? std::min(total_, by_epochs) : by_epochs;
  if (total_ > 0) {
    task_ = std::make_unique<Task>(observer_, "training", "updates", total_, update);
  } else if (max_seconds_ > 0) {
    count_ = Count::kSeconds;
    total_ = static_cast<std::int64_t>(max_seconds_);
    task_ = std::make_unique<Task>(observer_, "training", "s", total_);
  } else {
    count_ = Count::kEpochs;
    begin_epoch(update);
  }
}

void TrainProgress::begin_epoch(std::int64_t update) {
  if (task_) task_->finish(losses_);
  const std::int64_t epoch = update / epoch_updates_ + 1;
  total_ = epoch * epoch_updates_;
  task_ =
      std::make_unique<Task>(observer_, fmt::format("epoch {}", epoch), "updates", total_, update);
}

void TrainProgress::update(const RunState& state, double seconds) {
  std::string text = losses_;
  if (count_ == Count::kSeconds) {
    text = fmt::format("{} updates, {}", state.update, text);
  } else if (max_seconds_ > 0) {
    text += fmt::format(", {} to the time limit",
                        format_duration(std::max(0.0, max_seconds_ - seconds)));
  }
  task_->update(count_ == Count::kSeconds ? static_cast<std::int64_t>(seconds) : state.update,
                text);
  if (count_ == Count::kEpochs && state.update >= total_) begin_epoch(state.update);
}

void TrainProgress::describe(const TrainLine& line) {
  losses_ = fmt::format(
      "loss {:.1f} = {:.1f} + {:.1f}{}, |g| {:.1f}, {:.1f} sequences/s, {:.0f} component-steps/s",
      line.loss, line.intra, line.inter, ari_text(line.ari), line.gradient_norm,
      line.sequences_per_second, line.component_steps_per_second);
}

void TrainProgress::finish() { task_->finish(losses_); }

}  // namespace rnem::training
