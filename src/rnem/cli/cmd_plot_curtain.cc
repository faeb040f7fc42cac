// `rnem plot curtain`: truth, prediction and grouping while objects pass behind a curtain.
#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/plot_run.h"
#include "rnem/figures/curtain_sheet.h"

namespace rnem::cli {

Work setup_plot_curtain(CLI::App& app) {
  auto plot = std::make_shared<PlotRun>();
  auto scale = std::make_shared<int>(1);
  add_plot_run(app, *plot);
  app.remove_option(app.get_option("--observe"));
  app.add_option("--scale", *scale, "points per pixel of a frame")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  add_examples(app,
               {"rnem plot curtain curtain --data live:balls3curtain64 --every 2 -o curtain.png"});
  return [plot, scale](Observer& observer) {
    plot->outputs.check();
    const Runtime runtime = run_runtime(plot->run);
    const auto session = open_run(plot->run, runtime, observer);
    const figures::Rollout rollout = run_plot(*plot, observer);
    const auto sequence = session.source->get(session.split, plot->sequence, 0, rollout.steps + 1);
    figures::curtain_sheet(rollout, sequence, session.source->shape(), plot->steps, *scale)
        .save(plot->out, 2.0);
    report_figure(plot->out);
  };
}

}  // namespace rnem::cli
