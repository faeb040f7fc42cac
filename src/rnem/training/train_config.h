// Everything that decides a training run; saved whole as config.toml in the run's folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "rnem/core/options.h"
#include "rnem/model/settings.h"
#include "rnem/runtime.h"

namespace rnem::training {

inline constexpr const char* kConfigFile = "config.toml";  // in the run's folder

// A model's settings and how it is trained. The defaults are plain: what a config file does not
// name is neither scheduled nor averaged.
struct TrainConfig : model::Settings {
  std::int64_t seed = 1;  // of the weights, the order of the data, the noise: of everything

  // "live:WORLD" or an HDF5 file; the validation split of data_valid, or of data_train when empty
  std::string data_train = "live:balls4mass64";
  std::string data_valid;

  // what one update sees
  std::int64_t batch = 16;              // sequences
  std::int64_t accumulate = 1;          // micro-batches a batch is split into, to save memory
  std::int64_t steps = 12;              // EM steps T, so T + 1 frames
  bool random_offset = true;            // start the window anywhere in the sequence
  std::vector<std::string> curriculum;  // "update:steps", e.g. "0:12", "2000:20"; replaces steps
  // "update:steps", e.g. "0:0", "1000:6": up to so many steps at the end of a window run on the
  // model's own predictions, with the loss still against the true frames
  std::vector<std::string> simulate;
  std::string practice = "paper";  // how, as em.simulation says it

  std::string init;  // a model file whose weights the run starts from; empty: random weights

  // how long (0: no such limit); epochs of an endless source have epoch_sequences
  std::int64_t max_updates = 10000;
  std::int64_t max_epochs = 0;
  double max_minutes = 0.0;
  std::int64_t epoch_sequences = 50000;
  std::int64_t patience = 10;  // validations without a better loss

  // how
  std::string optimizer = "adam";
  double rate = 1e-3;
  std::vector<double> betas = {0.9, 0.999};  // sgd: betas[0] is the momentum; rmsprop: betas[1]
  double epsilon = 1e-8;                     // of adam and rmsprop
  std::string schedule = "constant";
  std::int64_t warmup = 0;            // updates of linear growth from 0
  std::int64_t schedule_updates = 0;  // cosine: its length (0: max_updates); step: its interval
  double schedule_factor = 0.1;       // cosine: last rate / first rate; step: factor of a step
  double clip = 0.0;                  // largest gradient norm; 0: no limit
  double ema = 0.0;                   // decay of the weights' moving average (EMA); 0: off

  // when something is not finite
  std::int64_t bad_updates = 5;  // in a row before the run goes back to its last checkpoint
  std::int64_t max_returns = 3;  // before it gives up

  // what is written, and when (0: never, but valid_every = 0 is once an epoch)
  std::int64_t log_every = 20;
  std::int64_t valid_every = 500;
  std::int64_t valid_sequences = 128;
  std::int64_t valid_steps = 20;
  std::int64_t valid_rollout = 0;  // last steps that run once more on own predictions; 0: none
  std::int64_t checkpoint_every = 500;
  double checkpoint_minutes = 2.0;

  // on what
  std::string kernels = "fast";
  std::string precision = "auto";  // what Runtime::Settings takes
  std::string device = "cpu";
  std::int64_t threads = 0;  // 0: all

  // with whom (docs/distributed.md)
  std::int64_t sync_every = 1;          // updates between common steps; 1: every update is common
  std::string rank_gradients = "fp32";  // how gradients travel between ranks
  double rank_timeout = 60.0;           // seconds after which a rank that says nothing is lost
};

OptionTable options(TrainConfig& config);

// What ranges of single keys cannot say: InputError names the key. `source` is the config file.
void check(const TrainConfig& config, const std::string& source);

// Settings with who said what.
struct GivenConfig {
  TrainConfig config;
  std::set<std::string> given;  // keys of the file and the assignments, not of the built-in recipe
  std::set<std::string> assigned;  // keys of the assignments
  std::string source;              // for messages: the file, or "--set"
};

// The file (default_recipe() when empty) with the key=value assignments on top; not checked, as
// fit_to_data (fitted_config.h) is to complete it. `notes` hears of keys of earlier versions.
GivenConfig read_config(const std::filesystem::path& file,
                        const std::vector<std::string>& assignments, const NoteSink& notes = {});

// The same as it stands, checked.
TrainConfig load_config(const std::filesystem::path& file,
                        const std::vector<std::string>& assignments, const NoteSink& notes = {});

std::string to_toml(const TrainConfig& config);

// What all ranks of a job must have in common, one setting a line.
std::string common_settings(const TrainConfig& config);

// The first key whose change makes a resumed run another run, or empty. Which may change stands in
// their rows of the table.
std::string changed_key(const TrainConfig& before, const TrainConfig& after);

// What the config asks of the runtime that it is trained with.
Runtime::Settings runtime_settings(const TrainConfig& config);

}  // namespace rnem::training
