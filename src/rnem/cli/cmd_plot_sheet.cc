// `rnem plot sheet`: everything inside a model, one column a step.
#include "rnem/cli/command.h"
#include "rnem/cli/plot_run.h"
#include "rnem/figures/sequence_sheet.h"

namespace rnem::cli {

Work setup_plot_sheet(CLI::App& app) {
  auto plot = std::make_shared<PlotRun>();
  auto sheet = std::make_shared<figures::SequenceSheet>();
  sheet->scale = 1;
  add_plot_run(app, *plot, ".png, .svg or .pdf");
  app.add_option("--scale", sheet->scale, "points per pixel of a frame")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  return [plot, sheet](Observer& observer) {
    figures::check_figure(plot->out);
    sheet->steps = plot->steps;
    figures::sequence_sheet(run_plot(*plot, observer), *sheet).save(plot->out, 2.0);
    report_figure(plot->out);
  };
}

}  // namespace rnem::cli
