#include "rnem/training/trainer.h"

#include <fmt/format.h>

#include <cmath>

#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/model/model_file.h"
#include "rnem/ops/ops.h"
#include "rnem/training/guard.h"
#include "rnem/training/trainer_impl.h"

namespace rnem::training {
namespace {

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

// As many micro-batches as keep to the size that training.accumulate asks for.
std::int64_t parts_of(std::int64_t sequences, const TrainConfig& config) {
  const std::int64_t size = config.batch / config.accumulate;
  return (sequences + size - 1) / size;
}

std::shared_ptr<runtime::Ranks> checked_ranks(const TrainRequest& request) {
  auto ranks = request.ranks ? request.ranks : std::make_shared<runtime::Ranks>();
  if (ranks->size() > request.config.batch) {
    fail_input("training.batch = {}: expected a sequence or more for each of {} ranks",
               request.config.batch, ranks->size());
  }
  return ranks;
}

}  // namespace

Trainer::Impl::Impl(const TrainRequest& request, const Runtime& given_runtime,
                    Observer& given_observer, TrainHooks given_hooks)
    : config(request.config),
      runtime(given_runtime),
      observer(given_observer),
      hooks(std::move(given_hooks)),
      ranks(checked_ranks(request)),
      share(runtime::share_of(config.batch, *ranks)),
      data(config, request.source, share),
      validation_data(config, request.source),
      folder(ranks->first() ? std::make_optional<RunFolder>(request.out, config, request.resume)
                            : std::nullopt),
      resumed(folder && request.resume ? newest_checkpoint(folder->path(), observer)
                                       : std::nullopt),
      model(make_model(config, runtime.device(), ranks->first() && !resumed)),
      optimizer({config.optimizer, config.betas[0], config.betas[1], config.epsilon},
                model->parameters()),
      mean(model->parameters(), config.ema),
      gradients(model->parameters(), *ranks, config.rank_gradients == "bf16"),
      outer(model->parameters(), local()) {
  if (resumed) load(*resumed);
  resumed.reset();
  // all that can be wrong with the request has been looked at, by every rank
  share_state();
  outer.begin();
  lines_update = state.update;
  if (!folder) return;
  folder->open(config, request.command_line);
  if (request.resume) {
    note(observer, "{}: {} at update {}", folder->path().string(),
         saved_update >= 0 ? "resumed" : "started", state.update);
  }
  log = std::make_unique<RunLog>(folder->path(), state.log_bytes, state.update);
  progress = std::make_unique<TrainProgress>(config, data.epoch_updates(), state.update, observer);
  note(observer, "{} with {} parameters on {}, {} kernels, data {}", config.model.kind,
       model->parameters().count(), runtime.settings().device, runtime.ops().name(),
       data.description());
  if (!ranks->alone()) note(observer, "{} ranks", ranks->size());
}

RunSummary Trainer::Impl::run() {
  const std::int64_t first_update = state.update;
  if (state.update == 0) save();  // something to go back to
  for (;;) {
    if (within_round()) {
      update();
      continue;
    }
    std::string reason = stop_reason();
    if ((validation_due() || !reason.empty()) && !state.validated()) validate();
    if (asked_to_stop()) {
      save();
      note(observer, "saved at update {}; --resume goes on from there", state.update);
      throw Interrupted();
    }
    // the validation may have used up the patience
    reason = stop_reason();
    if (!reason.empty()) {
      save();
      if (progress) progress->finish();
      if (!ranks->alone()) {
        note(observer, "rank 0 has sent {:.1f} MB in {} updates",
             static_cast<double>(ranks->bytes_sent()) / 1e6, state.update - first_update);
      }
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
  const WindowLoss own = add_gradient(
      *model, runtime.ops(), window, loss_weights(config.loss.steps, steps, "training"),
      parts_of(share.count, config), line_due, simulated_steps(config, state.update),
      config.practice, local() ? BatchPart{} : BatchPart{config.batch, &gradients});
  if (local()) return local_update(own, steps, rate);
  const WindowLoss loss = agreed(own);
  gradients.finish();
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
      give_up();
  }
  ++state.update;
  if (line_due) write_train_line(steps, loss.ari, rate);
  if (!ranks->first()) return;
  progress->update(state, seconds());
  observer.update({state.update, steps, epoch(), rate, loss.loss, loss.intra, loss.inter, norm,
                   line_due ? loss.ari : kUnknown, seconds(), verdict == Verdict::kApply});
}

void Trainer::Impl::give_up() {
  state.seconds = seconds();
  throw Diverged(
      fmt::format("training diverges: {} updates in a row were not finite after {} returns to a "
                  "checkpoint; try a lower training.rate or training.clip",
                  state.bad_in_a_row, state.returns),
      state);
}

// The losses of the whole window, and whether rank 0 is asked to stop or its time is up.
WindowLoss Trainer::Impl::agreed(const WindowLoss& own) {
  if (ranks->alone()) return own;
  const auto flag = [&](bool raised) { return ranks->first() && raised ? 1.0 : 0.0; };
  const auto sums =
      ranks->sum({own.loss, own.intra, own.inter, own.ari, flag(observer.should_stop()),
                  flag(out_of_time()), flag(minutes_since_save())});
  agreed_stop = sums[4] != 0;
  agreed_time = sums[5] != 0;
  agreed_save = sums[6] != 0;
  return {sums[0], sums[1], sums[2], sums[3]};
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

bool Trainer::Impl::validation_due() const {
  const std::int64_t every = config.valid_every > 0 ? config.valid_every : data.epoch_updates();
  return state.update > 0 && state.update % every == 0;
}

bool Trainer::Impl::minutes_since_save() const {
  return config.checkpoint_minutes > 0 &&
         seconds_since(last_save) >= 60 * config.checkpoint_minutes;
}

bool Trainer::Impl::checkpoint_due() const {
  if (state.update == saved_update || state.bad_in_a_row > 0) return false;
  if (config.checkpoint_every > 0 && state.update % config.checkpoint_every == 0) return true;
  return ranks->alone() ? minutes_since_save() : agreed_save;
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
  if (ranks->alone() ? out_of_time() : agreed_time) {
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
