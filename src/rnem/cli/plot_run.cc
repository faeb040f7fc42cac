#include "rnem/cli/plot_run.h"

#include <fmt/format.h>

#include "rnem/cli/simulation_settings.h"
#include "rnem/evaluation/model_rollout.h"

namespace rnem::cli {

void add_plot_run(CLI::App& app, PlotRun& plot, const std::vector<std::string>& kinds) {
  add_run_options(app, plot.run);
  app.add_option("--sequence", plot.sequence, "which sequence of the split")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--observe", plot.observe, "steps that see the world; the rest is simulated")
      ->check(CLI::Range(0, 100000));
  app.add_option("--first", plot.steps.first, "first step to show")
      ->check(CLI::Range(0, 100000))
      ->capture_default_str();
  app.add_option("--every", plot.steps.every, "show every n-th step")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_option("--limit", plot.steps.limit, "show at most so many steps, 0 for all")
      ->check(CLI::Range(0, 100000))
      ->capture_default_str();
  plot.outputs.add_file(app, plot.out, "figure to write", kinds)->required();
}

figures::Rollout run_plot(const PlotRun& plot, Observer& observer) {
  const Runtime runtime = run_runtime(plot.run);
  const auto session = open_run(plot.run, runtime, observer);
  return evaluation::model_rollout(
      session, plot.sequence,
      simulation_settings(plot.run, session, plot.observe, run_steps(plot.run, *session.source)));
}

void report_figure(const std::string& path) { fmt::print("{}\n", path); }

}  // namespace rnem::cli
