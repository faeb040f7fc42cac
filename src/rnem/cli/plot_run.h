// The flags that figures of a model at work share.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "rnem/cli/outputs.h"
#include "rnem/cli/run_options.h"
#include "rnem/figures/frame_choice.h"
#include "rnem/figures/rollout.h"

namespace rnem::cli {

struct PlotRun {
  RunOptions run;
  std::int64_t sequence = 0;
  std::int64_t observe = -1;  // negative: no simulation
  figures::FrameChoice steps = {.first = 1};
  Outputs outputs;
  std::string out;
};

// The options of a run, --sequence, --observe, --first, --every, --limit and --out, which takes
// files of these kinds.
void add_plot_run(CLI::App& app, PlotRun& plot, const std::vector<std::string>& kinds = kDrawings);

// Runs the model over the one sequence.
figures::Rollout run_plot(const PlotRun& plot, Observer& observer);

// A line that says where the figure is.
void report_figure(const std::string& path);

}  // namespace rnem::cli
