// `rnem plot curves`: the course of training runs.
#include <filesystem>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/figure_names.h"
#include "rnem/cli/plot_run.h"
#include "rnem/core/error.h"
#include "rnem/experiments/training_curves.h"

namespace rnem::cli {
namespace {

void check_is_run(const std::filesystem::path& run) {
  std::error_code ignored;
  if (!std::filesystem::exists(run, ignored)) {
    fail_input("{}: no such folder, expected that of a training run", run.string());
  }
  if (!std::filesystem::is_regular_file(run, ignored)) return;
  fail_input("{}: is a file; curves are drawn from the folder of a run: rnem plot curves {}",
             run.string(), run.has_parent_path() ? run.parent_path().string() : ".");
}

}  // namespace

Work setup_plot_curves(CLI::App& app) {
  struct Options {
    std::vector<std::string> runs, names;
    Outputs outputs;
    std::string out;
  };
  auto options = std::make_shared<Options>();
  app.add_option("runs", options->runs, "folders of training runs")->required();
  app.add_option("--names", options->names, "names for the legend, one for each run")
      ->delimiter(',');
  options->outputs.add_file(app, options->out, "figure to write", kDrawings)->required();
  add_examples(app, {"rnem plot curves runs/first runs/k8 -o curves.svg"});
  return [options](Observer&) {
    options->outputs.check();
    for (const auto& run : options->runs) check_is_run(run);
    const auto names = figure_names(options->names, options->runs);
    std::vector<experiments::NamedRun> runs;
    for (std::size_t i = 0; i < names.size(); ++i) runs.push_back({names[i], options->runs[i]});
    experiments::training_curves(runs).save(options->out, 2.0);
    report_figure(options->out);
  };
}

}  // namespace rnem::cli
