#include "rnem/training/trainer.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/core/version.h"
#include "rnem/model/model_file.h"
#include "rnem/ops/ops.h"
#include "rnem/training/checkpoint.h"
#include "rnem/training/guard.h"
#include "rnem/training/run_folder.h"
#include "rnem/training/run_log.h"
#include "rnem/training/train_progress.h"
#include "rnem/training/validation.h"
#include "rnem/training/weights.h"
#include "rnem/training/window_data.h"
#include "rnem/training/window_loss.h"

namespace rnem::training {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// `fresh`: no checkpoint is going to replace the weights.
std::unique_ptr<model::Model> make_model(const TrainConfig& config, torch::Device device,
                                         bool fresh) {
  auto model = model::Model::create(config, static_cast<std::uint64_t>(config.seed));
  if (fresh && !config.init.empty()) {
    const auto from = model::load_model(config.init);
    start_from(model->parameters().all(), from.model->parameters().all(), config.init);
  }
  model->to(device, torch::kFloat32);
  return model;
}

}  // namespace

struct Trainer::Impl {
  Impl(const TrainRequest& request, const Runtime& given_runtime, Observer& given_observer,
       TrainHooks given_hooks);

  RunSummary run();
  void update();
  void apply(const WindowLoss& loss, double norm, double rate);
  void validate();  // unless the user interrupts it
  void save();
  void load(const Checkpoint& checkpoint);
  void go_back();
  void write_train_line(std::int64_t steps, double ari, double rate);
  void save_model(const std::string& name) const;

  bool validation_due() const;
  bool checkpoint_due() const;
  std::string stop_reason() const;
  double seconds() const { return state.seconds + seconds_since(session); }
  double epoch() const;

  TrainConfig config;
  const Runtime& runtime;
  Observer& observer;
  TrainHooks hooks;
  TrainingData data;
  ValidationData validation_data;
  RunFolder folder;
  std::optional<Checkpoint> resumed;  // until it is loaded
  std::unique_ptr<model::Model> model;
  Optimizer optimizer;
  WeightAverage mean;
  RunState state;
  std::unique_ptr<RunLog> log;
  std::unique_ptr<TrainProgress> progress;
  Clock::time_point session = Clock::now();  // state.seconds is up to here
  Clock::time_point last_save = session, last_line = session;
  std::int64_t saved_update = -1, lines_update = 0;  // of last_save and last_line
};

Trainer::Impl::Impl(const TrainRequest& request, const Runtime& given_runtime,
                    Observer& given_observer, TrainHooks given_hooks)
    : config(request.config),
      runtime(given_runtime),
      observer(given_observer),
      hooks(std::move(given_hooks)),
      data(config, request.source),
      validation_data(config, request.source),
      folder(request.out, config, request.resume),
      resumed(request.resume ? newest_checkpoint(folder.path(), observer) : std::nullopt),
      model(make_model(config, runtime.device(), !resumed)),
      optimizer({config.optimizer, config.betas[0], config.betas[1], config.epsilon},
                model->parameters()),
      mean(model->parameters(), config.ema) {
  if (request.resume) {
    if (resumed) load(*resumed);
    resumed.reset();
  }
  // all that can be wrong with the request has been looked at
  folder.open(config, request.command_line);
  if (request.resume) {
    note(observer, "{}: {} at update {}", folder.path().string(),
         saved_update >= 0 ? "resumed" : "started", state.update);
  }
  log = std::make_unique<RunLog>(folder.path(), state.log_bytes, state.update);
  lines_update = state.update;
  progress = std::make_unique<TrainProgress>(config, data.epoch_updates(), state.update, observer);
  note(observer, "{} with {} parameters on {}, {} kernels, data {}", config.model.kind,
       model->parameters().count(), runtime.settings().device, runtime.ops().name(),
       data.description());
}

RunSummary Trainer::Impl::run() {
  if (state.update == 0) save();  // something to go back to
  for (;;) {
    std::string reason = stop_reason();
    if ((validation_due() || !reason.empty()) && !state.validated()) validate();
    if (observer.should_stop()) {
      save();
      note(observer, "saved at update {}; --resume goes on from there", state.update);
      throw Interrupted();
    }
    // the validation may have used up the patience
    reason = stop_reason();
    if (!reason.empty()) {
      save();
      progress->finish();
      return {state, reason};
    }
    if (checkpoint_due()) save();
    update();
  }
}

void Trainer::Impl::update() {
  Window window = data.at(state.update);
  if (hooks.spoil_frames && hooks.spoil_frames(state)) {
    window.clip.frames = torch::full(window.clip.frames.sizes(), kUnknown, torch::kFloat32);
  }
  const std::int64_t steps = window.clip.frames.size(0) - 1;
  const double rate = learning_rate(config, state.update) * state.rate_factor;
  const bool line_due = (state.update + 1) % config.log_every == 0;

  clear_gradients(model->parameters());
  const WindowLoss loss = add_gradient(
      *model, runtime.ops(), window, loss_weights(config.loss.steps, steps, "training"),
      config.accumulate, line_due, simulated_steps(config, state.update), config.practice);
  const double norm = gradient_norm(model->parameters());

  const Verdict verdict = judge(std::isfinite(loss.loss) && std::isfinite(norm), config, state);
  switch (verdict) {
    case Verdict::kApply:
      apply(loss, norm, rate);
      break;
    case Verdict::kSkip:
      note(observer, "update {}: loss {} and gradient norm {} are not finite: skipped",
           state.update, loss.loss, norm);
      break;
    case Verdict::kReturn:
      go_back();
      return;
    case Verdict::kGiveUp:
      state.seconds = seconds();
      throw Diverged(
          fmt::format("training diverges: {} updates in a row were not finite after {} returns to "
                      "a checkpoint; try a lower training.rate or training.clip",
                      state.bad_in_a_row, state.returns),
          state);
  }
  ++state.update;
  if (line_due) write_train_line(steps, loss.ari, rate);
  progress->update(state, seconds());
  observer.update({state.update, steps, epoch(), rate, loss.loss, loss.intra, loss.inter, norm,
                   line_due ? loss.ari : kUnknown, seconds(), verdict == Verdict::kApply});
}

void Trainer::Impl::apply(const WindowLoss& loss, double norm, double rate) {
  const double scale = config.clip > 0 && norm > config.clip ? config.clip / norm : 1.0;
  optimizer.step(state.applied + 1, rate, scale);
  mean.update(state.applied++);
  ++state.sums.updates;
  state.sums.loss += loss.loss;
  state.sums.intra += loss.intra;
  state.sums.inter += loss.inter;
  state.sums.gradient_norm += norm;
}

void Trainer::Impl::write_train_line(std::int64_t steps, double ari, double rate) {
  const auto count = static_cast<double>(state.sums.updates);
  const double elapsed = seconds_since(last_line);
  const double sequences = static_cast<double>((state.update - lines_update) * config.batch);
  TrainLine line;
  line.update = state.update;
  line.steps = steps;
  line.skipped = state.skipped;
  line.epoch = epoch();
  line.rate = rate;
  line.loss = state.sums.loss / count;
  line.intra = state.sums.intra / count;
  line.inter = state.sums.inter / count;
  line.gradient_norm = state.sums.gradient_norm / count;
  line.ari = ari;
  line.seconds = seconds();
  line.sequences_per_second = sequences / elapsed;
  line.component_steps_per_second =
      line.sequences_per_second * static_cast<double>(config.em.k * steps);
  log->write(line);
  progress->describe(line);
  state.sums = {};
  last_line = Clock::now();
  lines_update = state.update;
}

void Trainer::Impl::validate() {
  const auto start = Clock::now();
  const WeightAverage::InPlace averaged(mean);
  const auto result = training::validate(
      *model, runtime.ops(), validation_data,
      loss_weights(config.loss.steps, config.valid_steps, "training.valid_steps"),
      config.valid_rollout, observer);
  if (!result) return;
  log->picture(state.update, sample_picture(result->samples));
  log->write(ValidLine{state.update, epoch(), result->loss, result->intra, result->inter,
                       result->ari, result->ari_steps, result->rollout, seconds(),
                       seconds_since(start)});
  state.validations.push_back({state.update, result->loss, result->ari, result->rollout});
  const int newest = static_cast<int>(state.validations.size()) - 1;
  const bool better = state.best_by_loss() == newest;
  if (better) save_model("best");
  if (state.best_by_ari() == newest) save_model("best-ari");
  if (state.best_by_rollout() == newest) save_model("best-rollout");
  observer.validation(
      {state.update, result->loss, result->intra, result->inter, result->ari, better});
  // the log's rates are about updates
  last_line += Clock::now() - start;
}

void Trainer::Impl::save_model(const std::string& name) const {
  model::save_model(folder.model(name), *model,
                    {{"training", to_toml(config)},
                     {"history", history_json(state)},
                     {"update", std::to_string(state.update)},
                     {"rnem", kVersion}});
}

void Trainer::Impl::save() {
  log->sync();
  state.log_bytes = log->bytes();
  state.seconds = seconds();
  session = last_save = Clock::now();
  saved_update = state.update;
  Checkpoint checkpoint{{}, state, to_toml(config)};
  for (const auto& [name, tensor] : model->parameters().all()) {
    checkpoint.tensors.emplace_back("model." + name, tensor);
  }
  for (const auto* part : {&mean.state(), &optimizer.state()}) {
    checkpoint.tensors.insert(checkpoint.tensors.end(), part->begin(), part->end());
  }
  save_checkpoint(folder.path(), checkpoint);
  const WeightAverage::InPlace averaged(mean);
  save_model("last");
  observer.checkpoint({state.update, folder.path().string()});
}

void Trainer::Impl::load(const Checkpoint& checkpoint) {
  const std::string source = folder.path().string();
  restore(model->parameters().all(), checkpoint.tensors, source, "model.");
  restore(mean.state(), checkpoint.tensors, source);
  restore(optimizer.state(), checkpoint.tensors, source);
  state = checkpoint.state;
  saved_update = state.update;
  session = last_save = last_line = Clock::now();
}

void Trainer::Impl::go_back() {
  const auto checkpoint = newest_checkpoint(folder.path(), observer, /*steady=*/true);
  if (!checkpoint) fail("training diverges and there is no checkpoint to go back to");
  const RunState diverged = state;
  const double spent = seconds();
  load(*checkpoint);
  state.returns = diverged.returns + 1;
  state.rate_factor = diverged.rate_factor / 2;
  state.skipped = diverged.skipped;
  state.seconds = spent;
  note(observer, "update {}: {} updates in a row were not finite: back to update {} with rate {}",
       diverged.update, diverged.bad_in_a_row, state.update,
       learning_rate(config, state.update) * state.rate_factor);
  forget_checkpoints_after(folder.path(), state.update);
  log->go_back(state.update, state.log_bytes, state.rate_factor);
  lines_update = state.update;
  save();
}

bool Trainer::Impl::validation_due() const {
  const std::int64_t every = config.valid_every > 0 ? config.valid_every : data.epoch_updates();
  return state.update > 0 && state.update % every == 0;
}

bool Trainer::Impl::checkpoint_due() const {
  if (state.update == saved_update || state.bad_in_a_row > 0) return false;
  if (config.checkpoint_every > 0 && state.update % config.checkpoint_every == 0) return true;
  return config.checkpoint_minutes > 0 &&
         seconds_since(last_save) >= 60 * config.checkpoint_minutes;
}

std::string Trainer::Impl::stop_reason() const {
  if (config.max_updates > 0 && state.update >= config.max_updates) {
    return fmt::format("{} updates are done", state.update);
  }
  if (config.max_epochs > 0 && epoch() >= static_cast<double>(config.max_epochs)) {
    return fmt::format("{} epochs are done", config.max_epochs);
  }
  if (config.patience > 0 && state.validations_without_gain() >= config.patience) {
    return fmt::format("{} validations without a better loss", config.patience);
  }
  if (config.max_minutes > 0 && seconds() >= 60 * config.max_minutes) {
    return fmt::format("{} minutes are over", config.max_minutes);
  }
  return "";
}

double Trainer::Impl::epoch() const {
  return static_cast<double>(state.update * config.batch) /
         static_cast<double>(data.epoch_sequences());
}

Trainer::Trainer(const TrainRequest& request, const Runtime& runtime, Observer& observer,
                 TrainHooks hooks)
    : impl_(std::make_unique<Impl>(request, runtime, observer, std::move(hooks))) {}

Trainer::~Trainer() = default;

RunSummary Trainer::run() { return impl_->run(); }

}  // namespace rnem::training
