// `rnem plot attention`: who attends to whom, step by step.
#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/plot_run.h"
#include "rnem/core/error.h"
#include "rnem/figures/attention_sheet.h"

namespace rnem::cli {

Work setup_plot_attention(CLI::App& app) {
  auto plot = std::make_shared<PlotRun>();
  auto scale = std::make_shared<int>(2);
  add_plot_run(app, *plot);
  app.add_option("--scale", *scale, "points per pixel of a frame")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  add_examples(app,
               {"rnem plot attention balls4 --data live:balls4mass64 --limit 12 -o attention.svg"});
  return [plot, scale](Observer& observer) {
    plot->outputs.check();
    const figures::Rollout rollout = run_plot(*plot, observer);
    if (rollout.attention.empty()) {
      fail_input("{}: has no attention to show, expected an r-nem with K > 1", plot->run.model);
    }
    figures::attention_sheet(rollout, plot->steps, *scale).save(plot->out);
    report_figure(plot->out);
  };
}

}  // namespace rnem::cli
