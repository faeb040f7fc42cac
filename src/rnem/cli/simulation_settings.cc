#include "rnem/cli/simulation_settings.h"

#include <algorithm>

#include "rnem/cli/former_option.h"
#include "rnem/core/error.h"

namespace rnem::cli {

void add_horizon(CLI::App& app, Horizon& horizon, bool steps_were_all) {
  app.remove_option(app.get_option("--steps"));
  auto* observe = app.add_option("--observe", horizon.observe, "steps that see the world")
                      ->check(CLI::Range(0, 100000).description(""))
                      ->type_name("N")
                      ->each([&horizon](const std::string&) { horizon.observe_given = true; })
                      ->capture_default_str();
  auto* ahead = app.add_option("--ahead", horizon.ahead,
                               "simulated steps after them (or as many as there are frames, "
                               "unless given)")
                    ->check(CLI::Range(0, 100000).description(""))
                    ->type_name("N")
                    ->each([&horizon](const std::string&) { horizon.ahead_given = true; })
                    ->capture_default_str();
  add_former(app, "--steps", ahead, [steps_were_all, observe](const std::string& steps) {
    std::int64_t all = 0;
    if (!steps_were_all || !CLI::detail::lexical_cast(steps, all)) return steps;
    return std::to_string(std::max<std::int64_t>(0, all - observe->as<std::int64_t>()));
  });
}

void fit_to_length(Horizon& horizon, std::int64_t frames) {
  const std::int64_t steps = frames - 1;
  if (!horizon.observe_given) horizon.observe = std::min(horizon.observe, steps / 2);
  if (!horizon.ahead_given) {
    horizon.ahead = std::clamp<std::int64_t>(steps - horizon.observe, 1, horizon.ahead);
  }
}

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
