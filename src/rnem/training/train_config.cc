#include "rnem/training/train_config.h"

#include <string_view>

#include "rnem/core/error.h"
#include "rnem/training/recipe.h"
#include "rnem/training/resumed_schedule.h"
#include "rnem/training/schedule.h"

namespace rnem::training {

OptionTable options(TrainConfig& c) {
  constexpr double kMost = 1e12;  // "as many as you like"
  OptionTable table = {
      {"seed", &c.seed, "seed of weights, data order and noise", 0, kMost},
      {"data.train", &c.data_train, "live:WORLD, live:FILE.toml or an HDF5 file"},
      {"data.valid", &c.data_valid, "where validation sequences come from; empty: data.train"},
      Option{"training.batch", &c.batch, "sequences an update", 1, 65536}.called_elsewhere(
          {"batch_size"}),
      Option{"training.accumulate", &c.accumulate,
             "micro-batches a batch is split into, to save memory", 1, 65536}
          .may_change(),
      {"training.steps", &c.steps, "EM steps of a window; it has one frame more", 1, 10000},
      {"training.random_offset", &c.random_offset, "start windows anywhere in the sequence"},
      {"training.curriculum", &c.curriculum, "window lengths as \"update:steps\"; replaces steps"},
      one_of("training.practice", &c.practice,
             "what the model is shown in the steps that it practises to simulate",
             model::simulation_rules()),
      {"training.simulate", &c.simulate,
       "as \"update:steps\": up to so many last steps of a window run on own predictions"},
      {"training.init", &c.init, "model file whose weights the run starts from; empty: random"},
      Option{"training.max_updates", &c.max_updates, "stop after this many updates; 0: no limit", 0,
             kMost}
          .called_elsewhere({"iterations", "max_steps", "updates"})
          .may_change(),
      Option{"training.max_epochs", &c.max_epochs, "stop after this many epochs; 0: no limit", 0,
             kMost}
          .called_elsewhere({"epochs", "num_epochs"})
          .may_change(),
      Option{"training.max_minutes", &c.max_minutes, "stop after this time; 0: no limit", 0, kMost}
          .may_change(),
      {"training.epoch_sequences", &c.epoch_sequences, "sequences an epoch of a live source", 1,
       kMost},
      Option{"training.patience", &c.patience,
             "stop after this many validations without a better loss; 0: never", 0, kMost}
          .may_change(),
      one_of("training.optimizer", &c.optimizer, "how gradients move weights",
             {"adam", "muon", "sgd", "rmsprop"}),
      Option{"training.rate", &c.rate, "learning rate", 0, 1000}.called_elsewhere(
          {"lr", "learning_rate"}),
      {"training.betas", &c.betas,
       "decay of the two moments; sgd uses the first, rmsprop the second", 0, 0.999999},
      {"training.epsilon", &c.epsilon, "added to the root of the second moment", 1e-16, 1},
      one_of("training.schedule", &c.schedule, "how the rate changes",
             {"constant", "cosine", "step"}),
      {"training.warmup", &c.warmup, "updates of linear growth from 0 to the rate", 0, kMost},
      {"training.schedule_updates", &c.schedule_updates,
       "cosine: length, 0 for max_updates; step: interval", 0, kMost},
      {"training.schedule_factor", &c.schedule_factor,
       "cosine: last rate over first; step: factor of every step", 0, 1},
      {"training.clip", &c.clip, "largest gradient norm; 0: no limit", 0, kMost},
      {"training.ema", &c.ema, "decay of the exponential moving average of the weights; 0: off", 0,
       0.999999},
      Option{"training.bad_updates", &c.bad_updates,
             "updates in a row that are not finite before going back", 1, kMost}
          .may_change(),
      Option{"training.max_returns", &c.max_returns, "times a run goes back before it gives up", 0,
             1000}
          .may_change(),
      {"training.log_every", &c.log_every, "updates between lines of metrics.jsonl", 1, kMost},
      {"training.valid_every", &c.valid_every, "updates between validations; 0: an epoch", 0,
       kMost},
      {"training.valid_sequences", &c.valid_sequences, "sequences of a validation", 1, kMost},
      {"training.valid_steps", &c.valid_steps, "EM steps of a validation", 1, 10000},
      {"training.valid_rollout", &c.valid_rollout,
       "of these, last steps that run once more on own predictions, to find the model that "
       "simulates best; 0: none",
       0, 10000},
      Option{"training.checkpoint_every", &c.checkpoint_every,
             "updates between checkpoints; 0: never", 0, kMost}
          .may_change(),
      Option{"training.checkpoint_minutes", &c.checkpoint_minutes,
             "minutes between checkpoints; 0: never", 0, kMost}
          .may_change(),
      one_of("training.kernels", &c.kernels, "hand-tuned or plain operators",
             {"fast", "reference"}),
      one_of("training.precision", &c.precision, "of convolutions and dense layers",
             {"auto", "fp32", "bf16", "bf16-emulated"}),
      {"training.device", &c.device, "cpu, or a device LibTorch knows"},
      Option{"training.threads", &c.threads, "threads; 0: all", 0, 4096}.may_change(),
      {"training.sync_every", &c.sync_every,
       "updates that every rank takes by itself before a common step; 1: all are common", 1, kMost},
      one_of("training.rank_gradients", &c.rank_gradients,
             "how gradients travel between ranks; bf16 is half the bytes", {"fp32", "bf16"}),
      Option{"training.rank_timeout", &c.rank_timeout,
             "seconds after which a rank that says nothing is lost", 0.1, 86400}
          .may_change(),
  };
  const OptionTable model = model::options(c);
  table.insert(table.end(), model.begin(), model.end());
  return table;
}

void check(const TrainConfig& c, const std::string& source) {
  model::check(c, source);
  const auto bad = [&](std::string_view key, std::string_view expected) {
    fail_input("{}: training.{}: expected {}", source, key, expected);
  };
  if (c.betas.size() != 2) bad("betas", "two numbers");
  if (c.batch % c.accumulate != 0) bad("accumulate", "a divisor of training.batch");
  if (c.max_updates == 0 && c.max_epochs == 0 && c.max_minutes == 0 && c.patience == 0) {
    bad("max_updates", "some limit: max_updates, max_epochs, max_minutes or patience");
  }
  if (c.schedule == "step" && c.schedule_updates == 0) {
    bad("schedule_updates", "the interval of the step schedule");
  }
  if (c.schedule == "cosine" && c.schedule_updates == 0 && c.max_updates == 0) {
    bad("schedule_updates", "the length of the cosine, as there is no max_updates");
  }
  if (c.precision.starts_with("bf16") && c.kernels == "reference") {
    bad("precision", "auto or fp32: the reference operators have no bf16");
  }
  if (c.practice == "blind" && !c.simulate.empty() && !c.model.goes_blind()) {
    bad("practice", "another rule, or model.blind = true");
  }
  if (c.practice == "blind" && !c.simulate.empty() && c.model.has_places() && c.model.actions > 0) {
    bad("practice", "another rule: places are not practised with actions yet");
  }
  for (const auto& [key, every] :
       {std::pair("log_every", c.log_every), std::pair("valid_every", c.valid_every),
        std::pair("checkpoint_every", c.checkpoint_every)}) {
    if (every % c.sync_every != 0) {
      bad(key, fmt::format("a multiple of training.sync_every = {}", c.sync_every));
    }
  }
  if (c.valid_rollout >= c.valid_steps) {
    bad("valid_rollout", fmt::format("less than training.valid_steps = {}", c.valid_steps));
  }
  // these throw with the key
  simulation_schedule(c, source);
  const StepSchedule windows = window_schedule(c, source);
  for (const auto& stage : windows.stages()) loss_weights(c.loss.steps, stage.steps, source);
  loss_weights(c.loss.steps, c.valid_steps, source);
}

GivenConfig read_config(const std::filesystem::path& file,
                        const std::vector<std::string>& assignments, const NoteSink& notes) {
  GivenConfig result;
  result.source = file.empty() ? "--set" : file.string();
  const OptionTable table = options(result.config);
  if (file.empty()) {
    read_toml(default_recipe(), "the built-in recipe", table);
  } else {
    result.given = read_toml_file(file, table, notes);
  }
  for (const auto& assignment : assignments) {
    result.assigned.insert(set_option(assignment, table, notes));
  }
  result.given.insert(result.assigned.begin(), result.assigned.end());
  return result;
}

TrainConfig load_config(const std::filesystem::path& file,
                        const std::vector<std::string>& assignments, const NoteSink& notes) {
  const GivenConfig read = read_config(file, assignments, notes);
  check(read.config, read.source);
  return read.config;
}

std::string to_toml(const TrainConfig& config) {
  TrainConfig copy = config;
  return write_toml(options(copy), /*with_help=*/true);
}

std::string common_settings(const TrainConfig& config) {
  TrainConfig copy = config;
  copy.threads = 0;  // every machine has its own
  return write_toml(options(copy), /*with_help=*/false);
}

std::string changed_key(const TrainConfig& before, const TrainConfig& after) {
  TrainConfig a = before, b = after;
  // a cosine may end where the run ends: another end is another curve
  a.schedule_updates = a.schedule == "cosine" ? cosine_length(a) : a.schedule_updates;
  b.schedule_updates = b.schedule == "cosine" ? cosine_length(b) : b.schedule_updates;
  const OptionTable table_a = options(a), table_b = options(b);
  for (std::size_t i = 0; i < table_a.size(); ++i) {
    if (!table_a[i].fixed || write_toml({table_a[i]}) == write_toml({table_b[i]})) continue;
    const bool by_its_end = table_a[i].key == "training.schedule_updates" &&
                            before.schedule_updates == after.schedule_updates;
    return by_its_end ? "training.max_updates" : table_a[i].key;
  }
  return "";
}

Runtime::Settings runtime_settings(const TrainConfig& config) {
  return {.threads = config.threads,
          .device = config.device,
          .kernels = config.kernels,
          .precision = config.precision};
}

}  // namespace rnem::training
