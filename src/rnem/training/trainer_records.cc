// What a run writes down and reads again: log, validations, models, checkpoints.
#include <fmt/format.h>

#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/core/version.h"
#include "rnem/model/model_file.h"
#include "rnem/ops/ops.h"
#include "rnem/training/sample_picture.h"
#include "rnem/training/trainer_impl.h"
#include "rnem/training/validation.h"

namespace rnem::training {

void Trainer::Impl::write_train_line(std::int64_t steps, double ari, double rate) {
  if (!ranks->first()) {
    state.sums = {};
    return;
  }
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
  settle();
  const WeightAverage::InPlace averaged(mean);
  const auto result = training::validate(
      *model, runtime.ops(), validation_data,
      loss_weights(config.loss.steps, config.valid_steps, "training.valid_steps"),
      config.valid_rollout, observer, *ranks);
  if (!result) {
    agreed_stop = true;
    return;
  }
  state.validations.push_back({state.update, result->loss, result->ari, result->rollout});
  if (!ranks->first()) return;
  log->picture(state.update, sample_picture(result->samples));
  log->write(ValidLine{state.update, epoch(), result->loss, result->intra, result->inter,
                       result->ari, result->ari_steps, result->rollout, seconds(),
                       seconds_since(start)});
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
  model::save_model(folder->model(name), *model,
                    {{"training", to_toml(config)},
                     {"history", history_json(state)},
                     {"update", std::to_string(state.update)},
                     {"rnem", kVersion}});
}

NamedTensors Trainer::Impl::tensors() const {
  NamedTensors all;
  for (const auto& [name, tensor] : model->parameters().all()) {
    all.emplace_back("model." + name, tensor);
  }
  for (const auto* part : {&mean.state(), &optimizer.state(), &outer.state()}) {
    all.insert(all.end(), part->begin(), part->end());
  }
  return all;
}

void Trainer::Impl::share_state() {
  if (ranks->alone()) return;
  const std::string text = ranks->broadcast(fmt::format("{} {}", saved_update, to_json(state)));
  if (!ranks->first()) {
    const auto space = text.find(' ');
    saved_update = std::stoll(text.substr(0, space));
    state = run_state_from_json(text.substr(space + 1));
  }
  for (const auto& [name, tensor] : tensors()) ranks->broadcast(tensor);
}

void Trainer::Impl::save() {
  settle();
  saved_update = state.update;
  if (!ranks->first()) return;
  log->sync();
  state.log_bytes = log->bytes();
  state.seconds = seconds();
  session = last_save = Clock::now();
  save_checkpoint(folder->path(), {tensors(), state, to_toml(config)});
  ranks->beat();
  const WeightAverage::InPlace averaged(mean);
  save_model("last");
  observer.checkpoint({state.update, folder->path().string()});
}

void Trainer::Impl::load(const Checkpoint& checkpoint) {
  const std::string source = folder->path().string();
  restore(model->parameters().all(), checkpoint.tensors, source, "model.");
  restore(mean.state(), checkpoint.tensors, source);
  restore(optimizer.state(), checkpoint.tensors, source);
  restore(outer.state(), checkpoint.tensors, source);
  state = checkpoint.state;
  saved_update = state.update;
  session = last_save = last_line = Clock::now();
}

void Trainer::Impl::go_back() {
  if (!ranks->first()) {
    share_state();
    return outer.begin();
  }
  const auto checkpoint = newest_checkpoint(folder->path(), observer, /*steady=*/true);
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
  share_state();
  outer.begin();
  forget_checkpoints_after(folder->path(), state.update);
  log->go_back(state.update, state.log_bytes, state.rate_factor);
  lines_update = state.update;
  save();
}

}  // namespace rnem::training
