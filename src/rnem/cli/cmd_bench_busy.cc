// `rnem bench busy`: training beside processes that keep every core busy, against its fair share.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "rnem/bench/busy_processes.h"
#include "rnem/bench/clock.h"
#include "rnem/bench/em.h"
#include "rnem/cli/bench_options.h"
#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/machine/parallel.h"
#include "rnem/machine/polite_waiting.h"

namespace rnem::cli {
namespace {

// How threads wait, and the seconds of an update in each round.
struct BusyTimes {
  const char* waiting;
  bool polite;
  std::vector<double> quiet = {}, busy = {};
};

double time_beside(int processes, bench::EmUpdates& updates, Observer& observer) {
  const bench::BusyProcesses beside(processes);
  updates.run();  // the monitor needs a moment to notice
  return bench::time_each(observer, 1, [&] { updates.run(); }).front();
}

void bench_busy(const BenchOptions& o, Observer& observer) {
  std::FILE* const to = table_stream(o.json);
  o.outputs.check();
  const Runtime runtime = bench::bench_runtime(o, Runtime::Waiting::kDefault);
  const ops::Ops& ops = runtime.ops();
  const int threads = machine::max_threads(), processes = machine::processors();
  // the system deals cores out evenly: to our threads and one of every busy process
  const double fair = std::min(1.0, static_cast<double>(processes) / (threads + processes));
  bench::EmUpdates updates(ops, o);
  updates.run();
  std::array<BusyTimes, 2> all = {{{"default", false}, {"polite", true}}};
  bool watched = false;
  // in turn, so that a change of the machine's mood hits all of them
  for (std::int64_t round = 0; round < o.repeats; ++round) {
    for (BusyTimes& times : all) {
      std::optional<machine::PoliteWaiting> waiting;
      if (times.polite) watched = waiting.emplace(threads).watching();
      times.quiet.push_back(time_beside(0, updates, observer));
      times.busy.push_back(time_beside(processes, updates, observer));
    }
  }
  auto report = bench::report_head("busy", o);
  report["steps"] = o.steps;
  report["operators"] = ops.name();
  report["busy_processes"] = processes;
  report["fair_share"] = fair;
  report["watched"] = watched;
  fmt::print(to, "{:<8} {:>8} {:>8} {:>18}\n", "waiting", "quiet", "busy", "busy / fair share");
  for (const BusyTimes& times : all) {
    const auto size = static_cast<double>(o.batch * o.k * o.steps);
    const double quiet = size / bench::median(times.quiet), busy = size / bench::median(times.busy);
    report[times.waiting] = {{"quiet_seconds", times.quiet},
                             {"busy_seconds", times.busy},
                             {"quiet", quiet},
                             {"busy", busy},
                             {"busy_of_fair", busy / (quiet * fair)}};
    fmt::print(to, "{:<8} {:>8.0f} {:>8.0f} {:>18.2f}\n", times.waiting, quiet, busy,
               busy / (quiet * fair));
  }
  fmt::print(
      to,
      "component-steps/s at B {}, K {}, T {} with {} operators on {} threads; busy: beside {} "
      "processes, fair share: {:.0f} %\n",
      o.batch, o.k, o.steps, ops.name(), threads, processes, 100 * fair);
  if (!watched) fmt::print(to, "waiting is not watched: one thread, or the environment says how\n");
  write_json(o.json, report);
}

}  // namespace

Work setup_bench_busy(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  options->batch = 16;  // the recipe's size: short loops, and so much waiting
  add_bench_options(app, *options);
  add_em_options(app, *options);
  add_examples(app, {"rnem bench busy --batch 16 --steps 12"});
  return [options](Observer& observer) { bench_busy(*options, observer); };
}

}  // namespace rnem::cli
