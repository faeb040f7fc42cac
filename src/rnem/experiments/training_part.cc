#include "rnem/experiments/training_part.h"

#include <fmt/format.h>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/evaluation/report_json.h"
#include "rnem/training/checkpoint.h"
#include "rnem/training/run_folder.h"
#include "rnem/training/trainer.h"

namespace rnem::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

void move_aside(const fs::path& run, Observer& observer) {
  fs::path to;
  for (int i = 1; to.empty() || fs::exists(to); ++i) {
    to = fmt::format("{}.before-{}", run.string(), i);
  }
  fs::rename(run, to);
  note(observer, "{}: was trained with other settings, moved to {}", run.string(), to.string());
}

// Whether the run has seen more than it should, because it had a larger budget.
bool is_beyond(const fs::path& run, const training::TrainConfig& config, Observer& observer) {
  const auto checkpoint = training::newest_checkpoint(run, observer);
  return checkpoint.has_value() && config.max_updates > 0 &&
         checkpoint->state.update > config.max_updates;
}

// Whether there is a run to go on with; one that does not fit is out of the way afterwards.
bool can_go_on(const fs::path& run, const training::TrainConfig& config, Observer& observer) {
  if (!fs::is_directory(run)) return false;
  if (!fs::exists(run / training::kConfigFile)) return true;  // killed in its first moments
  training::TrainConfig before;
  try {
    read_toml_file(run / training::kConfigFile, training::options(before));
    if (training::changed_key(before, config).empty() && !is_beyond(run, config, observer))
      return true;
  } catch (const InputError&) {
    // of another version of the program
  }
  move_aside(run, observer);
  return false;
}

bool same_settings(const std::string& recorded, const training::TrainConfig& config) {
  // keys that did not exist then have their default, which is what that run had
  training::TrainConfig before;
  try {
    read_toml(recorded, "record", training::options(before));
  } catch (const InputError&) {
    return false;
  }
  return same_training(before, config);
}

Json summary_of(const training::RunState& state, const training::TrainConfig& config,
                const std::string& reason, bool diverged) {
  Json curve = Json::array();
  for (const auto& point : state.validations) {
    curve.push_back({{"update", point.update},
                     {"loss", evaluation::json_number(point.loss)},
                     {"ari", evaluation::json_number(point.ari)}});
  }
  Json summary = {{"updates", state.update},  {"sequences", state.update * config.batch},
                  {"seconds", state.seconds}, {"reason", reason},
                  {"diverged", diverged},     {"skipped", state.skipped},
                  {"returns", state.returns}};
  const int best = state.best_by_loss();
  if (best >= 0) {
    const auto& point = state.validations[static_cast<std::size_t>(best)];
    summary["best_loss"] = point.loss;
    summary["best_update"] = point.update;
  }
  summary["validations"] = std::move(curve);
  return summary;
}

// Only the best model and the newest checkpoint are of use to anybody now.
void tidy(const fs::path& run) {
  fs::path newest;
  std::vector<fs::path> leftovers = {run / "last.safetensors", run / "best-ari.safetensors",
                                     run / "best-rollout.safetensors"};
  for (const auto& entry : fs::directory_iterator(run)) {
    if (!entry.path().filename().string().starts_with("state-")) continue;
    leftovers.push_back(entry.path());
    if (newest.empty() || fs::last_write_time(newest) < fs::last_write_time(entry.path())) {
      newest = entry.path();
    }
  }
  for (const auto& file : leftovers) {
    if (file != newest) fs::remove(file);
  }
}

Json train(const training::TrainConfig& config, const fs::path& run, const std::string& command,
           const Runtime& runtime, Observer& observer) {
  const bool resume = can_go_on(run, config, observer);
  const auto computes = runtime.with_precision(config.precision);
  training::Trainer trainer({config, run, resume, command + (resume ? " --resume" : "")}, *computes,
                            observer);
  Json summary;
  try {
    const training::RunSummary result = trainer.run();
    summary = summary_of(result.state, config, result.reason, false);
  } catch (const training::Diverged& error) {
    note(observer, "{}: {}", run.string(), error.what());
    summary = summary_of(error.state(), config, error.what(), true);
  }
  // one that diverged before its first validation has no best model
  const fs::path best = run / "best.safetensors";
  if (!fs::exists(best)) fs::copy_file(run / "last.safetensors", best);
  tidy(run);
  return summary;
}

}  // namespace

Part training_part(const Reproduction& r, const Trial& trial) {
  const training::TrainConfig settings = train_config(trial, r.scale);
  Part part;
  part.name = train_part(trial);
  part.about = fmt::format("train {}", trial.title());
  part.kind = "train";
  part.work = static_cast<double>(settings.max_updates * settings.batch * settings.steps *
                                  settings.em.k * settings.model.pixels()) /
              (64 * 64);
  training::TrainConfig copy = settings;
  part.settings = write_toml(training::options(copy));
  part.same_settings = [settings](const std::string& recorded) {
    return same_settings(recorded, settings);
  };
  const Trial from = starts_from(trial);
  if (from.method != nullptr) {
    part.after = {train_part(from)};
    part.reads = {from.model_file(), finished_file(from)};
  }
  part.makes = {result_file(part.name)};
  part.lends = {trial.model_file(), finished_file(trial)};
  part.run = trial.run_folder();
  part.command =
      fmt::format("rnem train --config {} --out {}", trial.config_file(), trial.run_folder());
  part.perform = [r, trial, settings, name = part.name, command = part.command](
                     const Runtime& runtime, Observer& observer) {
    make_folder(r.path("configs"));
    make_folder(r.path("results"));
    write_file(r.path(trial.config_file()), training::to_toml(settings));
    std::error_code ignored;
    fs::remove(r.path(finished_file(trial)), ignored);
    training::TrainConfig config = settings;
    if (!config.init.empty()) config.init = r.path(config.init);
    const Json summary = train(config, r.path(trial.run_folder()), command, runtime, observer);
    write_file(r.path(result_file(name)), summary.dump(2) + "\n");
    write_file(r.path(finished_file(trial)), "{}\n");
    Json result = summary;
    result.erase("validations");
    return result;
  };
  return part;
}

}  // namespace rnem::experiments
