// `rnem eval`: losses, groupings and tracking of a model on the sequences of a split.
#include <fmt/format.h>

#include "rnem/cli/command.h"
#include "rnem/cli/run_options.h"
#include "rnem/cli/sequence_count.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/writable.h"
#include "rnem/evaluation/evaluate.h"
#include "rnem/evaluation/report_json.h"
#include "rnem/evaluation/report_table.h"

namespace rnem::cli {

Work setup_eval(CLI::App& app) {
  auto run = std::make_shared<RunOptions>();
  auto sequences = std::make_shared<std::int64_t>(0);
  auto batch = std::make_shared<std::int64_t>(32);
  auto json = std::make_shared<std::string>();
  add_run_options(app, *run);
  add_sequences_option(app, *sequences);
  app.add_option("--batch", *batch, "sequences in memory at a time; changes no number")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  app.add_option("--json", *json, "also write the numbers to this file");
  return [=](Observer& observer) {
    check_writable(*json);
    const Runtime runtime = run_runtime(*run);
    const auto session = open_run(*run, runtime, observer);
    evaluation::EvaluationSettings settings;
    settings.em = em_settings(*run, session);
    settings.sequences = sequence_count(*sequences, session);
    settings.batch = *batch;
    const auto result = evaluation::evaluate(session, settings);
    const auto summary = evaluation::summarise(result, run_names(*run, session), run->seed);
    fmt::print("{}", evaluation::report_table(summary));
    if (!json->empty()) write_file(*json, evaluation::report_json(summary).dump(2) + "\n");
  };
}

}  // namespace rnem::cli
