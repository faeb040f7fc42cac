// EM settings of a run that watches first and goes on by itself.
#pragma once

#include <cstdint>

#include "rnem/cli/run_options.h"

namespace rnem::cli {

// `steps` in all, of which the first `observe` see the world (negative: all of them). The data must
// have frames for the observed ones only. InputError names --observe or --steps.
model::EmSettings simulation_settings(const RunOptions& options, const evaluation::Session& session,
                                      std::int64_t observe, std::int64_t steps);

}  // namespace rnem::cli
