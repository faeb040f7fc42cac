// `rnem probe`: how well the truth can be read from theta.
#include <fmt/format.h>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/outputs.h"
#include "rnem/cli/plot_run.h"
#include "rnem/cli/run_options.h"
#include "rnem/cli/sequence_count.h"
#include "rnem/core/error.h"
#include "rnem/evaluation/report_json.h"
#include "rnem/evaluation/report_table.h"
#include "rnem/figures/curve_plot.h"

namespace rnem::cli {
namespace {

struct ProbeOptions {
  RunOptions run;
  evaluation::ProbeSettings settings;
  Outputs outputs;
  std::string json, plot;
};

// Share of the variance that is read, over the steps.
figures::Drawing probe_curves(const evaluation::Probe& probe) {
  figures::CurvePanel panel{.x = {.label = "step", .low = 0.0},
                            .y = {.label = "R²", .low = 0.0, .high = 1.0}};
  for (const std::string& name : evaluation::probe_quantities()) {
    figures::Curve curve{.name = name};
    const auto& scores = probe.by_step.at(name);
    for (std::size_t t = 0; t < scores.size(); ++t) {
      curve.x.push_back(static_cast<double>(t + 1));
      curve.y.push_back(scores[t].r2());
    }
    panel.curves.push_back(std::move(curve));
  }
  return figures::curve_plot(std::vector{panel});
}

void run_probe(const ProbeOptions& o, Observer& observer) {
  o.outputs.check();
  const Runtime runtime = run_runtime(o.run);
  const auto session = open_run(o.run, runtime, observer);
  evaluation::ProbeSettings settings = o.settings;
  settings.sequences = sequence_count(settings.sequences, session);
  settings.em = em_settings(o.run, session);
  if (settings.em.steps < 2) {
    fail_input("--steps {}: a probe needs 2 or more", settings.em.steps);
  }
  const auto result = evaluation::probe(session, settings);
  const auto names = run_names(o.run, session);
  fmt::print(table_stream(o.json), "{}", evaluation::report_table(result, names));
  write_json(o.json, evaluation::report_json(result, names));
  if (o.plot.empty()) return;
  probe_curves(result).save(o.plot, 2.0);
  report_figure(o.plot);
}

}  // namespace

Work setup_probe(CLI::App& app) {
  auto options = std::make_shared<ProbeOptions>();
  add_run_options(app, options->run);
  app.add_option("--training", options->settings.training,
                 "sequences of the training split to fit the map to")
      ->check(CLI::Range(1, 10000000))
      ->capture_default_str();
  options->settings.sequences = 0;
  add_sequences_option(app, options->settings.sequences);
  app.add_option("--batch", options->settings.batch,
                 "sequences in memory at a time; changes no number")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  options->outputs.add_json(app, options->json);
  options->outputs.add_other(app, "--plot", options->plot, "also draw them over the steps",
                             kDrawings);
  add_examples(app, {"rnem probe balls4 --data live:balls4mass64 --training 200 --sequences 100",
                     "rnem probe runs/mine --data mine.h5 --plot probe.svg"});
  return [options](Observer& observer) { run_probe(*options, observer); };
}

}  // namespace rnem::cli
