// `rnem bench sweep`: training speed over batch size, steps, components and threads, one at a time.
#include <fmt/format.h>

#include <array>
#include <numeric>

#include "rnem/bench/clock.h"
#include "rnem/bench/em.h"
#include "rnem/cli/bench_options.h"
#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/plot_run.h"
#include "rnem/figures/curve_plot.h"
#include "rnem/machine/parallel.h"

namespace rnem::cli {
namespace {

using Json = nlohmann::ordered_json;

struct SweepOptions {
  BenchOptions base;
  std::vector<std::int64_t> batches = {4, 8, 16, 32, 64, 128}, lengths = {1, 2, 5, 10, 20, 30},
                            components = {2, 3, 5, 8, 16}, threads;  // empty: 1, 2, ... all
  std::string out;
};

struct Panel {
  const char *key, *label;
  std::int64_t bench::BenchSettings::*field;
  std::vector<std::int64_t> SweepOptions::*values;
};
const std::array<Panel, 4> kPanels = {
    {{"batch", "sequences B", &bench::BenchSettings::batch, &SweepOptions::batches},
     {"steps", "EM steps T", &bench::BenchSettings::steps, &SweepOptions::lengths},
     {"k", "components K", &bench::BenchSettings::k, &SweepOptions::components},
     {"threads", "threads", &bench::BenchSettings::threads, &SweepOptions::threads}}};

void bench_sweep(SweepOptions& options, Observer& observer) {
  options.base.outputs.check();
  if (options.base.threads == 0) options.base.threads = machine::available_threads();
  if (options.threads.empty()) {
    options.threads.resize(static_cast<std::size_t>(options.base.threads));
    std::iota(options.threads.begin(), options.threads.end(), 1);
  }
  Json report;
  {
    const Runtime all = bench::bench_runtime(options.base);
    report = bench::report_head("sweep", options.base);
  }
  report["steps"] = options.base.steps;
  report["points"] = Json::array();
  std::vector<figures::CurvePanel> panels;
  for (const Panel& panel : kPanels) {
    figures::Curve curve{.name = "training"};
    for (const std::int64_t value : options.*panel.values) {
      bench::BenchSettings point = options.base;
      point.*panel.field = value;
      const Runtime runtime = bench::bench_runtime(point);
      const double rate =
          static_cast<double>(point.batch * point.k * point.steps) /
          bench::median(bench::time_training(runtime.ops(), point, observer).seconds);
      fmt::print(table_stream(options.base.json), "{:<8} {:>4} {:>8.0f} component-steps/s\n",
                 panel.key, value, rate);
      report["points"].push_back(
          {{"over", panel.key}, {"value", value}, {"component_steps_per_second", rate}});
      curve.x.push_back(static_cast<double>(value));
      curve.y.push_back(rate);
    }
    // all panels start at 0, so that heights compare
    panels.push_back({.x = {.label = panel.label},
                      .y = {.label = "component-steps/s", .low = 0.0},
                      .curves = {curve}});
  }
  write_json(options.base.json, report);
  if (options.out.empty()) return;
  figures::curve_plot(panels).save(options.out, 2.0);
  fmt::print(table_stream(options.base.json), "{}\n", options.out);
}

}  // namespace

Work setup_bench_sweep(CLI::App& app) {
  auto options = std::make_shared<SweepOptions>();
  options->base.repeats = 3;
  add_bench_options(app, options->base);
  add_em_options(app, options->base);
  const auto list = [&](const char* name, std::vector<std::int64_t>& values, const char* help,
                        int low, int high) {
    app.add_option(name, values, help)
        ->delimiter(',')
        ->check(CLI::Range(low, high))
        ->capture_default_str();
  };
  list("--over-batch", options->batches, "values of B", 1, 4096);
  list("--over-steps", options->lengths, "values of T", 1, 1000);
  list("--over-k", options->components, "values of K", 2, 64);
  list("--over-threads", options->threads, "numbers of threads (1 to --threads)", 1, 1024);
  options->base.outputs.add_file(app, options->out, "figure to write", kDrawings);
  add_examples(app, {"rnem bench sweep --steps 10 --over-batch 8,16,32 -o sweep.svg"});
  return [options](Observer& observer) { bench_sweep(*options, observer); };
}

}  // namespace rnem::cli
