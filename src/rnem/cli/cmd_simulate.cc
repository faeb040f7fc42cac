// `rnem simulate`: the model watches for a while, then goes on by itself.
#include <fmt/format.h>

#include <algorithm>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/outputs.h"
#include "rnem/cli/run_options.h"
#include "rnem/cli/sequence_count.h"
#include "rnem/cli/simulation_settings.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/evaluation/model_rollout.h"
#include "rnem/evaluation/readings.h"
#include "rnem/evaluation/report_json.h"
#include "rnem/evaluation/report_table.h"
#include "rnem/figures/animation.h"
#include "rnem/figures/gif.h"
#include "rnem/figures/sequence_sheet.h"

namespace rnem::cli {
namespace {

struct SimulateOptions {
  RunOptions run;
  Horizon horizon;
  Outputs outputs;
  std::int64_t sequences = 0, batch = 32, pictures = 4;
  std::string json, out, rule;
  std::int64_t compare = 100, readings = 0;
};

// A film and a sheet of one sequence. Long ones are smaller, so that they fit in memory.
void write_pictures(const figures::Rollout& rollout, const std::filesystem::path& stem) {
  constexpr int kLong = 100, kColumns = 30;
  figures::Animation film;
  film.scale = rollout.steps > kLong ? 2 : 4;
  constexpr int kDelay = 10;  // hundredths of a second
  figures::write_gif(stem.string() + ".gif", figures::rollout_film(rollout, film), kDelay);
  figures::SequenceSheet sheet;
  sheet.scale = 1;
  sheet.steps.every = (rollout.steps + kColumns - 1) / kColumns;
  figures::sequence_sheet(rollout, sheet).save(stem.string() + ".png", 2.0);
}

// The map that reads places, from as many observed steps as a clip of the paper has.
std::optional<evaluation::LinearMap> reading_of(const SimulateOptions& o,
                                                const evaluation::Session& session) {
  constexpr std::int64_t kSteps = 30;
  if (o.readings == 0) return std::nullopt;
  RunOptions observed = o.run;
  observed.steps = std::min<std::int64_t>(kSteps, session.source->frames() - 1);
  const evaluation::MomentSettings moments{dataset::Split::kTraining, o.readings, o.batch,
                                           em_settings(observed, session)};
  return evaluation::fit_map(session, moments, evaluation::places_of).map;
}

void run_simulate(SimulateOptions& o, Observer& observer) {
  o.outputs.check();
  const Runtime runtime = run_runtime(o.run);
  const auto session = open_run(o.run, runtime, observer);
  fit_to_length(o.horizon, session.source->frames());
  evaluation::SimulationSettings settings;
  settings.em = simulation_settings(o.run, session, o.horizon.observe, o.horizon.steps());
  settings.em.simulation = o.rule;
  settings.sequences = sequence_count(o.sequences, session);
  settings.batch = o.batch;
  settings.pictures = o.compare;
  settings.reading = reading_of(o, session);
  const auto result = evaluation::simulate(session, settings);
  const auto summary = evaluation::summarise(result, run_names(o.run, session));
  fmt::print(table_stream(o.json), "{}", evaluation::report_table(summary));
  write_json(o.json, evaluation::report_json(summary));
  if (!result.finite) fail("{}: the simulation did not stay finite", o.run.model);
  if (o.out.empty()) return;
  make_folder(o.out);
  const auto pictures = std::min(o.pictures, settings.sequences);
  for (std::int64_t i = 0; i < pictures; ++i) {
    write_pictures(evaluation::model_rollout(session, i, settings.em),
                   std::filesystem::path(o.out) / fmt::format("sequence_{:03}", i));
  }
  note(observer, "{}: {} films (.gif) and sheets (.png)", o.out, pictures);
}

}  // namespace

Work setup_simulate(CLI::App& app) {
  auto options = std::make_shared<SimulateOptions>();
  add_run_options(app, options->run);
  add_horizon(app, options->horizon, /*steps_were_all=*/false);
  app.add_option("--rule", options->rule,
                 "what the model is shown: paper, crisp, noisy or blind (em.simulation)")
      ->check(CLI::IsMember(model::simulation_rules()));
  add_sequences_option(app, options->sequences);
  app.add_option("--batch", options->batch, "sequences in memory at a time; changes no number")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  app.add_option("--compare", options->compare,
                 "simulated steps whose pictures are compared with the true ones")
      ->check(CLI::Range(0, 100000))
      ->capture_default_str();
  app.add_option(
         "--readings", options->readings,
         "training sequences to fit a map to that reads places behind a curtain, 0 for none")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  options->outputs.add_json(app, options->json);
  options->outputs.add_folder(app, options->out,
                              "folder for films and sheets of the first sequences");
  app.add_option("--pictures", options->pictures, "sequences to draw with --out")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  add_examples(app, {"rnem simulate balls4 --data live:balls4mass64 --observe 10 --ahead 20 "
                     "--sequences 64",
                     "rnem simulate runs/mine --data mine.h5 -o films --json sim.json"});
  return [options](Observer& observer) { run_simulate(*options, observer); };
}

}  // namespace rnem::cli
