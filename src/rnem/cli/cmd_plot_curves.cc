// `rnem plot curves`: the course of training runs.
#include "rnem/cli/command.h"
#include "rnem/cli/figure_names.h"
#include "rnem/cli/plot_run.h"
#include "rnem/experiments/training_curves.h"

namespace rnem::cli {

Work setup_plot_curves(CLI::App& app) {
  struct Options {
    std::vector<std::string> runs, names;
    std::string out;
  };
  auto options = std::make_shared<Options>();
  app.add_option("runs", options->runs, "folders of training runs")->required();
  app.add_option("--names", options->names, "names for the legend, one for each run")
      ->delimiter(',');
  app.add_option("--out", options->out, "file to write: .png, .svg or .pdf")->required();
  return [options](Observer&) {
    figures::check_figure(options->out);
    const auto names = figure_names(options->names, options->runs);
    std::vector<experiments::NamedRun> runs;
    for (std::size_t i = 0; i < names.size(); ++i) runs.push_back({names[i], options->runs[i]});
    experiments::training_curves(runs).save(options->out, 2.0);
    report_figure(options->out);
  };
}

}  // namespace rnem::cli
