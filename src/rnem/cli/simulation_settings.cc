#include "rnem/cli/simulation_settings.h"

#include "rnem/core/error.h"

namespace rnem::cli {

model::EmSettings simulation_settings(const RunOptions& options, const evaluation::Session& session,
                                      std::int64_t observe, std::int64_t steps) {
  RunOptions observed = options;
  observed.steps = observe >= 0 && observe < steps ? observe : steps;
  if (observe >= 0 && observed.steps + 1 > session.source->frames()) {
    fail_input("--observe {}: needs {} frames, {} has {}", observe, observed.steps + 1,
               options.data, session.source->frames());
  }
  model::EmSettings settings = em_settings(observed, session);
  settings.steps = steps;
  settings.observe = observe;
  return settings;
}

}  // namespace rnem::cli
