// Runs that watch first and go on by themselves.
#pragma once

#include <cstdint>

#include "rnem/cli/run_options.h"

namespace rnem::cli {

// Steps that see the world, and those that follow without looking.
struct Horizon {
  std::int64_t observe = 5, ahead = 10;
  bool observe_given = false, ahead_given = false;

  std::int64_t steps() const { return observe + ahead; }
};

// --observe and --ahead in the place of --steps. --steps was the name of --ahead, or, where
// `steps_were_all`, of both together.
void add_horizon(CLI::App& app, Horizon& horizon, bool steps_were_all);

// What was not given becomes what sequences of so many frames have of it.
void fit_to_length(Horizon& horizon, std::int64_t frames);

// EM settings of `steps` in all, of which the first `observe` see the world (negative: all of
// them). The data must have frames for the observed ones only. InputError names --observe or
// --steps.
model::EmSettings simulation_settings(const RunOptions& options, const evaluation::Session& session,
                                      std::int64_t observe, std::int64_t steps);

}  // namespace rnem::cli
