// `rnem plot rollout`: truth and simulations of several models, with the loss of every step.
#include <algorithm>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/figure_names.h"
#include "rnem/cli/plot_run.h"
#include "rnem/cli/simulation_settings.h"
#include "rnem/evaluation/simulate.h"
#include "rnem/experiments/simulation_strips.h"

namespace rnem::cli {
namespace {

struct RolloutOptions {
  PlotRun plot;
  std::vector<std::string> models, names;
  Horizon horizon;
  std::int64_t rows = 3, loss_sequences = 64;
  int scale = 1;
};

// Adds the model's rows and its loss curve.
void add_model(const RolloutOptions& o, const std::string& model, const std::string& name,
               figures::RolloutStrips& strips, const Runtime& runtime, Observer& observer) {
  RunOptions run = o.plot.run;
  run.model = model;
  const auto session = open_run(run, runtime, observer);
  if (session.file.model->traits().single) run.k = 0;  // --k is for those that have several
  const auto em = simulation_settings(run, session, o.horizon.observe, o.horizon.steps());
  experiments::add_simulation(session, em, o.plot.sequence, name, strips);
  if (o.loss_sequences == 0) return;
  evaluation::SimulationSettings settings;
  settings.sequences = std::min(o.loss_sequences, session.source->size(session.split));
  settings.em = em;
  const auto simulation = evaluation::simulate(session, settings);
  strips.losses.push_back(experiments::loss_curve(name, simulation.by_step.at("bce").per_step()));
}

}  // namespace

Work setup_plot_rollout(CLI::App& app) {
  auto options = std::make_shared<RolloutOptions>();
  options->plot.steps.first = 0;
  add_plot_run(app, options->plot);
  app.remove_option(app.get_option("model"));
  app.remove_option(app.get_option("--observe"));
  add_horizon(app, options->horizon, /*steps_were_all=*/true);
  app.add_option("models", options->models, "model files, run folders or names of shipped models")
      ->required();
  app.add_option("--names", options->names, "names for the legend, one for each model")
      ->delimiter(',');
  const CLI::Option* rows =
      app.add_option("--rows", options->rows, "sequences to show, from --sequence on")
          ->check(CLI::Range(1, 20))
          ->capture_default_str();
  app.add_option("--loss-sequences", options->loss_sequences,
                 "sequences for the loss curve, 0 for none")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  app.add_option("--scale", options->scale, "points per pixel of a frame")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  add_examples(app, {"rnem plot rollout balls4 --data live:balls4mass64 --ahead 20 -o rollout.png",
                     "rnem plot rollout runs/a runs/b --names a,b --data mine.h5 -o rollout.pdf"});
  return [options, rows](Observer& observer) {
    options->plot.outputs.check();
    const auto names = figure_names(options->names, options->models);
    const RunOptions& run = options->plot.run;
    const auto source = dataset::open_source(run.data, run.seed);
    const std::int64_t there =
        source->size(dataset::parse_split(run.split)) - options->plot.sequence;
    if (rows->count() == 0 && there > 0) options->rows = std::min(options->rows, there);
    model::EmSettings em;
    fit_to_length(options->horizon, source->frames());
    em.steps = options->horizon.steps();
    em.observe = options->horizon.observe;
    figures::RolloutStrips strips = experiments::empty_strips(options->rows, em);
    strips.choice = options->plot.steps;
    strips.scale = options->scale;
    const Runtime runtime = run_runtime(options->plot.run);
    for (std::size_t i = 0; i < names.size(); ++i) {
      add_model(*options, options->models[i], names[i], strips, runtime, observer);
    }
    figures::rollout_strips(strips).save(options->plot.out, 2.0);
    report_figure(options->plot.out);
  };
}

}  // namespace rnem::cli
