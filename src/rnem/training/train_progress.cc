#include "rnem/training/train_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "rnem/core/log.h"

namespace rnem::training {
namespace {

std::string ari_text(double ari) {
  return std::isfinite(ari) ? fmt::format(", ARI {:.3f}", ari) : "";
}

}  // namespace

TrainProgress::TrainProgress(const TrainConfig& config, std::int64_t epoch_updates,
                             std::int64_t update)
    : max_seconds_(60 * config.max_minutes) {
  std::int64_t total = config.max_updates;
  const std::int64_t by_epochs = config.max_epochs * epoch_updates;
  if (by_epochs > 0) total = total > 0 ? std::min(total, by_epochs) : by_epochs;
  by_time_ = total == 0 && max_seconds_ > 0;
  progress_ = by_time_ ? std::make_unique<Progress>("training", "s",
                                                    static_cast<std::int64_t>(max_seconds_))
                       : std::make_unique<Progress>("training", "updates", total, update);
}

void TrainProgress::update(const RunState& state, double seconds) {
  std::string text = losses_;
  if (by_time_) text = fmt::format("{} updates, {}", state.update, text);
  if (!by_time_ && max_seconds_ > 0) {
    text += fmt::format(", {} to the time limit",
                        format_duration(std::max(0.0, max_seconds_ - seconds)));
  }
  progress_->update(by_time_ ? static_cast<std::int64_t>(seconds) : state.update, text);
}

void TrainProgress::describe(const TrainLine& line) {
  losses_ = fmt::format(
      "loss {:.1f} = {:.1f} + {:.1f}{}, |g| {:.1f}, {:.1f} sequences/s, {:.0f} component-steps/s",
      line.loss, line.intra, line.inter, ari_text(line.ari), line.gradient_norm,
      line.sequences_per_second, line.component_steps_per_second);
}

void TrainProgress::say(std::string_view text) {
  // the moving line of a terminal makes room
  note("{}{}", ::isatty(STDERR_FILENO) == 1 ? "\r\x1b[K" : "", text);
}

void TrainProgress::note_validation(const Validation& result, std::int64_t update, bool better) {
  say(fmt::format("validation at update {}: loss {:.2f} = {:.2f} + {:.2f}{}{}", update, result.loss,
                  result.intra, result.inter, ari_text(result.ari),
                  better ? ", the best so far" : ""));
}

void TrainProgress::finish() { progress_->finish(losses_); }

}  // namespace rnem::training
