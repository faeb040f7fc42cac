#include "rnem/experiments/training_part.h"

#include <fmt/format.h>

#include "rnem/core/atomic_file.h"
#include "rnem/core/log.h"
#include "rnem/training/run_folder.h"
#include "rnem/training/trainer.h"

namespace rnem::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

void move_aside(const fs::path& run) {
  fs::path to;
  for (int i = 1; to.empty() || fs::exists(to); ++i) {
    to = fmt::format("{}.before-{}", run.string(), i);
  }
  fs::rename(run, to);
  note("{}: was trained with other settings, moved to {}", run.string(), to.string());
}

// Whether there is a run to go on with; one that does not fit is out of the way afterwards.
bool can_go_on(const fs::path& run, const training::TrainConfig& config) {
  if (!fs::is_directory(run)) return false;
  if (!fs::exists(run / training::kConfigFile)) return true;  // killed in its first moments
  training::TrainConfig before;
  read_toml_file(run / training::kConfigFile, training::options(before));
  if (training::changed_key(before, config).empty()) return true;
  move_aside(run);
  return false;
}

Json train(const training::TrainConfig& config, const fs::path& run, const std::string& command) {
  const bool resume = can_go_on(run, config);
  training::Trainer trainer({config, run, resume, command + (resume ? " --resume" : "")});
  const training::RunSummary summary = trainer.run();
  Json result = {{"updates", summary.state.update},
                 {"seconds", summary.state.seconds},
                 {"reason", summary.reason}};
  const int best = summary.state.best_by_loss();
  if (best >= 0) {
    const auto& point = summary.state.validations[static_cast<std::size_t>(best)];
    result["best_loss"] = point.loss;
    result["best_update"] = point.update;
  }
  return result;
}

}  // namespace

Part training_part(const Reproduction& r, const Method& method) {
  Part part;
  part.name = train_part(method);
  part.about = fmt::format("train {} on {}", method.title, method.world);
  // by relative path, so that the folder may be moved
  part.settings = training::to_toml(train_config(method, r.scale, r.data_file(method.world)));
  if (r.scale.train_sequences > 0) part.after = {data_part(method.world)};
  part.makes = {r.model_file(method)};
  part.command =
      fmt::format("rnem train --config {} --out {}", r.config_file(method), r.run_folder(method));
  part.work = [r, method, by_hand = part.settings, command = part.command] {
    const auto config = train_config(method, r.scale, r.path(r.data_file(method.world)));
    const fs::path config_file = r.path(r.config_file(method));
    make_folder(config_file.parent_path());
    write_file(config_file, by_hand);
    return train(config, r.path(r.run_folder(method)), command);
  };
  return part;
}

}  // namespace rnem::experiments
