// `rnem train`: one training run in one folder.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/training/fitted_config.h"
#include "rnem/training/trainer.h"

namespace rnem::cli {
namespace {

struct TrainFlags {
  std::string config, out;
  std::vector<std::string> assignments;
  bool resume = false;
};

std::string command_line(const TrainFlags& flags) {
  std::string text = "rnem train";
  if (!flags.config.empty()) text += " --config " + flags.config;
  for (const auto& assignment : flags.assignments) text += " --set '" + assignment + "'";
  return text + " --out " + flags.out + (flags.resume ? " --resume" : "");
}

void train(const TrainFlags& flags, Observer& observer) {
  const auto hear = [&](const std::string& line) { observer.note(line); };
  const training::TrainRequest request{
      training::run_config({flags.config, flags.out, flags.assignments, flags.resume}, hear),
      flags.out, flags.resume, command_line(flags)};
  const Runtime runtime(training::runtime_settings(request.config));
  training::Trainer trainer(request, runtime, observer);
  const training::RunSummary summary = trainer.run();
  fmt::print("done: {}\n", summary.reason);
  const int best = summary.state.best_by_loss(), best_ari = summary.state.best_by_ari(),
            best_rollout = summary.state.best_by_rollout();
  if (best >= 0) {
    const auto& point = summary.state.validations[static_cast<std::size_t>(best)];
    fmt::print("best loss {:.3f} at update {}: {}/best.safetensors\n", point.loss, point.update,
               flags.out);
  }
  if (best_ari >= 0) {
    const auto& point = summary.state.validations[static_cast<std::size_t>(best_ari)];
    fmt::print("best ARI {:.4f} at update {}: {}/best-ari.safetensors\n", point.ari, point.update,
               flags.out);
  }
  if (best_rollout >= 0) {
    const auto& point = summary.state.validations[static_cast<std::size_t>(best_rollout)];
    fmt::print("best roll-out, BCE {:.1f} at update {}: {}/best-rollout.safetensors\n",
               point.rollout, point.update, flags.out);
  }
}

}  // namespace

Work setup_train(CLI::App& app) {
  auto flags = std::make_shared<TrainFlags>();
  app.add_option("--config", flags->config, "TOML file of the settings; default: R-NEM on 4 balls");
  app.add_option("--set", flags->assignments, "key=value on top of the file, may be repeated")
      ->allow_extra_args(false);
  const auto shorthand = [flags](const char* key) {
    return [flags, key](const std::string& value) {
      flags->assignments.push_back(std::string(key) + "=" + value);
    };
  };
  app.add_option_function<std::string>(
      "--data", shorthand("data.train"),
      "data file, live:NAME or video:FOLDER: the same as --set data.train");
  // the two settings that belong to the machine rather than to the experiment
  app.add_option_function<std::string>("--device", shorthand("training.device"),
                                       "cpu, cuda, cuda:1, ...: the same as --set training.device");
  app.add_option_function<std::string>("--kernels", shorthand("training.kernels"),
                                       "fast or reference: the same as --set training.kernels");
  app.add_option("-o,--out", flags->out,
                 "folder of the run; a new one, or with --resume that of a run")
      ->required()
      ->type_name("FOLDER");
  app.add_flag("--resume", flags->resume, "go on with the run in that folder");
  add_examples(app,
               {"rnem train -o runs/first", "rnem train --data mine.h5 --set em.k=3 -o runs/mine",
                "rnem train --set training.max_minutes=10 -o runs/short",
                "rnem train --resume -o runs/first"});
  return [flags](Observer& observer) { train(*flags, observer); };
}

}  // namespace rnem::cli
