// `rnem plot sheet`: everything inside a model, one column a step.
#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/plot_run.h"
#include "rnem/figures/sequence_sheet.h"

namespace rnem::cli {

Work setup_plot_sheet(CLI::App& app) {
  auto plot = std::make_shared<PlotRun>();
  auto sheet = std::make_shared<figures::SequenceSheet>();
  sheet->scale = 1;
  add_plot_run(app, *plot);
  app.add_option("--scale", sheet->scale, "points per pixel of a frame")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  add_examples(app, {"rnem plot sheet balls4 --data live:balls4mass64 --every 2 -o sheet.png"});
  return [plot, sheet](Observer& observer) {
    plot->outputs.check();
    sheet->steps = plot->steps;
    figures::sequence_sheet(run_plot(*plot, observer), *sheet).save(plot->out, 2.0);
    report_figure(plot->out);
  };
}

}  // namespace rnem::cli
