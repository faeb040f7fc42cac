// A rate that falls until the run ends, when a resumed run is to end elsewhere.
#pragma once

#include <string>

#include "rnem/core/options.h"
#include "rnem/training/train_config.h"

namespace rnem::training {

// The updates that a cosine takes: its own number, or the run's when it has none. 0 for others.
std::int64_t cosine_length(const TrainConfig& config);

// A run that began as `before` goes on as `after`, whose cosine keeps the length that it began
// with: the rate of every update is what it was to be, and after the end of the cosine it stays
// where that ended. `notes` hears so. InputError, which says how to train longer, where that is a
// rate of 0. `run` names it.
void keep_cosine(const TrainConfig& before, TrainConfig& after, const std::string& run,
                 const NoteSink& notes);

}  // namespace rnem::training
