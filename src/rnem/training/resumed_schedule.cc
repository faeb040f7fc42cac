#include "rnem/training/resumed_schedule.h"

#include <fmt/format.h>

#include "rnem/core/error.h"
#include "rnem/training/schedule.h"

namespace rnem::training {

std::int64_t cosine_length(const TrainConfig& c) {
  if (c.schedule != "cosine") return 0;
  return c.schedule_updates > 0 ? c.schedule_updates : c.max_updates;
}

void keep_cosine(const TrainConfig& before, TrainConfig& after, const std::string& run,
                 const NoteSink& notes) {
  const std::int64_t length = cosine_length(before);
  const bool ends_with_run = length > 0 && before.schedule_updates == 0;
  if (!ends_with_run || after.schedule_updates != 0 || after.max_updates == length) return;
  after.schedule_updates = length;
  const double last = learning_rate(after, length);
  const bool longer = after.max_updates == 0 || after.max_updates > length;
  if (longer && last == 0) {
    fail_input(
        "{}: the rate falls to 0 over {} updates, and what comes after them would change nothing; "
        "a longer training is a new run: rnem train --set training.init={}/last.safetensors "
        "--set training.max_updates={} --out NEW",
        run, length, run, after.max_updates);
  }
  notes(fmt::format("{}: the rate falls over {} updates, as the run began{}", run, length,
                    longer ? fmt::format(", and stays at {:.3g} after them", last) : ""));
}

}  // namespace rnem::training
