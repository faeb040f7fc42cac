// `rnem eval`: losses, groupings and tracking of a model on the sequences of a split.
#include <fmt/format.h>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/outputs.h"
#include "rnem/cli/run_options.h"
#include "rnem/cli/sequence_count.h"
#include "rnem/evaluation/evaluate.h"
#include "rnem/evaluation/report_json.h"
#include "rnem/evaluation/report_table.h"

namespace rnem::cli {
namespace {

struct EvalOptions {
  RunOptions run;
  Outputs outputs;
  std::int64_t sequences = 0, batch = 32;
  std::string json;
};

}  // namespace

Work setup_eval(CLI::App& app) {
  auto options = std::make_shared<EvalOptions>();
  add_run_options(app, options->run);
  add_sequences_option(app, options->sequences);
  app.add_option("--batch", options->batch, "sequences in memory at a time; changes no number")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  options->outputs.add_json(app, options->json);
  add_examples(app, {"rnem eval balls4 --data live:balls4mass64 --sequences 100",
                     "rnem eval balls4 --data live:balls678mass64 --k 8 --sequences 100",
                     "rnem eval runs/mine --data mine.h5 --split validation --json eval.json"});
  return [options](Observer& observer) {
    const EvalOptions& o = *options;
    o.outputs.check();
    const Runtime runtime = run_runtime(o.run);
    const auto session = open_run(o.run, runtime, observer);
    evaluation::EvaluationSettings settings;
    settings.em = em_settings(o.run, session);
    settings.sequences = sequence_count(o.sequences, session);
    settings.batch = o.batch;
    const auto result = evaluation::evaluate(session, settings);
    const auto summary = evaluation::summarise(result, run_names(o.run, session), o.run.seed);
    fmt::print(table_stream(o.json), "{}", evaluation::report_table(summary));
    write_json(o.json, evaluation::report_json(summary));
  };
}

}  // namespace rnem::cli
