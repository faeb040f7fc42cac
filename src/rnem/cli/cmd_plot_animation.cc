// `rnem plot animation`: a model at work as a film.
#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/plot_run.h"
#include "rnem/figures/animation.h"
#include "rnem/figures/gif.h"

namespace rnem::cli {

Work setup_plot_animation(CLI::App& app) {
  auto plot = std::make_shared<PlotRun>();
  auto film = std::make_shared<figures::Animation>();
  auto delay = std::make_shared<int>(12);
  add_plot_run(app, *plot, {".gif"});
  app.add_option("--scale", film->scale, "pixels per pixel of a frame")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  app.add_option("--delay", *delay, "hundredths of a second a step")
      ->check(CLI::Range(2, 1000))
      ->capture_default_str();
  add_examples(app, {"rnem plot animation balls4 --data live:balls4mass64 -o balls.gif",
                     "rnem plot animation runs/mine --data mine.h5 --observe 10 -o ahead.gif"});
  return [plot, film, delay](Observer& observer) {
    plot->outputs.check();
    film->steps = plot->steps;
    figures::write_gif(plot->out, figures::rollout_film(run_plot(*plot, observer), *film), *delay);
    report_figure(plot->out);
  };
}

}  // namespace rnem::cli
