// `rnem plot attention`: who attends to whom, step by step.
#include <fmt/format.h>

#include "rnem/cli/command.h"
#include "rnem/cli/plot_run.h"
#include "rnem/core/error.h"
#include "rnem/figures/attention_graph.h"
#include "rnem/figures/grid.h"

namespace rnem::cli {
namespace {

constexpr int kColumns = 8;

figures::Drawing attention_sheet(const figures::Rollout& rollout,
                                 const figures::FrameChoice& choice, int scale) {
  figures::Grid grid;
  for (const int t : figures::chosen_frames(rollout.steps + 1, choice)) {
    if (grid.rows.empty() || grid.rows.back().cells.size() == kColumns) grid.rows.push_back({});
    grid.rows.back().headings.push_back(fmt::format("step {}", t));
    grid.rows.back().cells.push_back(figures::attention_graph(rollout, t, scale));
  }
  return figures::grid_page(grid);
}

}  // namespace

std::function<void()> setup_plot_attention(CLI::App& app) {
  auto plot = std::make_shared<PlotRun>();
  auto scale = std::make_shared<int>(2);
  add_plot_run(app, *plot, ".png, .svg or .pdf");
  app.add_option("--scale", *scale, "points per pixel of a frame")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  return [plot, scale] {
    const figures::Rollout rollout = run_plot(*plot);
    if (rollout.attention.empty()) {
      fail_input("{}: has no attention to show, expected an r-nem with K > 1", plot->run.model);
    }
    attention_sheet(rollout, plot->steps, *scale).save(plot->out);
    report_figure(plot->out);
  };
}

}  // namespace rnem::cli
