// `rnem train`: one training run in one folder.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "rnem/cli/command.h"
#include "rnem/cli/examples.h"
#include "rnem/cli/rank_launcher.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/machine/parallel.h"
#include "rnem/runtime/ranks.h"
#include "rnem/training/fitted_config.h"
#include "rnem/training/trainer.h"

namespace rnem::cli {
namespace {

struct TrainFlags {
  std::string config, out;
  std::vector<std::string> assignments;
  bool resume = false;
  int ranks = 0;  // 0: this process is the run, or a rank of it
  std::string elastic;
};

std::string command_line(const TrainFlags& flags) {
  std::string text = "rnem train";
  if (!flags.config.empty()) text += " --config " + flags.config;
  for (const auto& assignment : flags.assignments) text += " --set '" + assignment + "'";
  return text + " --out " + flags.out + (flags.resume ? " --resume" : "");
}

std::chrono::milliseconds rank_limit(const training::TrainConfig& config) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(1000 * config.rank_timeout));
}

// The ranks are started with what was given here, and share the cores.
void train_with_ranks(const TrainFlags& flags, Observer& observer) {
  if (!runtime::rank_place().alone()) {
    fail_input("--ranks: the environment says that this process is a rank already (WORLD_SIZE)");
  }
  RankLaunch launch;
  launch.ranks = launch.fewest = std::max(flags.ranks, 1);
  if (!flags.elastic.empty()) read_elastic(flags.elastic, launch);
  // what is wrong with it is said once
  const training::TrainConfig config = training::run_config(
      {flags.config, flags.out, flags.assignments, flags.resume}, [](const std::string&) {});
  if (launch.ranks > config.batch) {
    fail_input("training.batch = {}: expected a sequence or more for each of {} ranks",
               config.batch, launch.ranks);
  }
  launch.arguments = {"rnem", "train", "--out", flags.out};
  if (!flags.config.empty()) {
    launch.arguments.insert(launch.arguments.end(), {"--config", flags.config});
  }
  for (const auto& assignment : flags.assignments) {
    launch.arguments.insert(launch.arguments.end(), {"--set", assignment});
  }
  if (config.threads == 0) {
    const int each = std::max(1, machine::available_threads() / launch.ranks);
    launch.arguments.insert(launch.arguments.end(),
                            {"--set", fmt::format("training.threads={}", each)});
  }
  launch.out = flags.out;
  launch.resume = flags.resume;
  launch_ranks(launch, observer);
}

training::RunSummary run_trainer(const TrainFlags& flags, const runtime::RankPlace& place,
                                 Observer& observer) {
  const auto hear = [&](const std::string& line) { observer.note(line); };
  training::TrainRequest request{
      training::run_config({flags.config, flags.out, flags.assignments, flags.resume}, hear),
      flags.out, flags.resume, command_line(flags)};
  const Runtime runtime(training::runtime_settings(request.config));
  request.ranks =
      std::make_shared<runtime::Ranks>(place, training::common_settings(request.config),
                                       runtime::RankLimits{.lost = rank_limit(request.config)});
  try {
    return training::Trainer(request, runtime, observer).run();
  } catch (const Interrupted&) {
    throw;  // all ranks end then, in good order
  } catch (const training::Diverged&) {
    throw;
  } catch (const Error& error) {
    request.ranks->leave(error.what());
    throw;
  }
}

void train(const TrainFlags& flags, Observer& observer) {
  if (flags.ranks > 0 || !flags.elastic.empty()) return train_with_ranks(flags, observer);
  const runtime::RankPlace place = runtime::rank_place();
  if (place.rank > 0) {
    Observer silent;  // rank 0 tells of the run and hears of Ctrl-C
    try {
      run_trainer(flags, place, silent);
    } catch (const Interrupted&) {
      return;  // rank 0 says so
    } catch (const training::Diverged&) {
      return;
    }
    return;
  }
  const training::RunSummary summary = run_trainer(flags, place, observer);
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
  app.add_option("--ranks", flags->ranks,
                 "processes on this machine that share every batch; see docs/distributed.md")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  app.add_option("--elastic", flags->elastic,
                 "so many processes: goes on with fewer when some are lost, down to MIN")
      ->type_name("MIN:MAX");
  add_examples(app,
               {"rnem train -o runs/first", "rnem train --data mine.h5 --set em.k=3 -o runs/mine",
                "rnem train --set training.max_minutes=10 -o runs/short",
                "rnem train --resume -o runs/first", "rnem train --ranks 4 -o runs/together"});
  return [flags](Observer& observer) { train(*flags, observer); };
}

}  // namespace rnem::cli
