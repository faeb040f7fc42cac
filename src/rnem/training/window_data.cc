#include "rnem/training/window_data.h"

#include <fmt/format.h>

#include <algorithm>

#include "rnem/core/error.h"
#include "rnem/model/memory_need.h"
#include "rnem/rng.h"

namespace rnem::training {
namespace {

int frames_of(const TrainConfig& config, std::int64_t steps) {
  return config.model.traits().still_images ? 1 : static_cast<int>(steps + 1);
}

Window make_window(const dataset::Batch& batch, const TrainConfig& config, std::int64_t steps,
                   std::string_view use, std::int64_t first_stream) {
  const std::uint64_t seed = Rng(static_cast<std::uint64_t>(config.seed), use).bits();
  Window window{model::clip_of(batch, first_stream, seed), {}};
  const auto prepare = [&](const torch::Tensor& frames) {
    // a still image is shown again at every step
    return config.model.traits().still_images ? frames.expand({steps + 1, -1, -1, -1}) : frames;
  };
  window.clip.frames = prepare(window.clip.frames);
  if (batch.groups.defined()) window.groups = prepare(batch.groups).flatten(2);
  return window;
}

// The items of every batch that one of several ranks works on.
class PartOfBatches final : public dataset::Plan {
 public:
  PartOfBatches(std::shared_ptr<const dataset::Plan> whole, runtime::RankShare part)
      : whole_(std::move(whole)), part_(part) {}

  std::int64_t batches() const override { return whole_->batches(); }

  std::vector<dataset::Item> batch(std::int64_t index) const override {
    const std::vector<dataset::Item> items = whole_->batch(index);
    const auto begin = items.begin() + part_.first;
    return {begin, begin + part_.count};
  }

 private:
  std::shared_ptr<const dataset::Plan> whole_;
  runtime::RankShare part_;
};

}  // namespace

Window Window::part(std::int64_t first, std::int64_t count) const {
  return {clip.part(first, count),
          groups.defined() ? groups.narrow(1, first, count) : torch::Tensor()};
}

std::shared_ptr<const dataset::Source> open_checked_source(
    const std::string& name, const std::string& key, const TrainConfig& config,
    const AskedSteps& asked, std::shared_ptr<const dataset::Source> given) {
  std::shared_ptr<const dataset::Source> source =
      given ? std::move(given)
            : dataset::open_source(name, static_cast<std::uint64_t>(config.seed));
  model::check_fits(source->shape(), config.model, key + ": " + name, "the model");
  if (source->frames() < frames_of(config, asked.steps)) {
    fail_input("{}: {} steps need {} frames, but {} has sequences of {}", asked.key, asked.steps,
               frames_of(config, asked.steps), name, source->frames());
  }
  return source;
}

TrainingData::TrainingData(const TrainConfig& config, std::shared_ptr<const dataset::Source> given,
                           runtime::RankShare part)
    : config_(config),
      windows_(window_schedule(config, "training")),
      part_(part.count > 0 ? part : runtime::RankShare{0, config.batch}),
      epoch_sequences_(config.epoch_sequences) {
  std::int64_t longest = 0;
  for (const auto& stage : windows_.stages()) longest = std::max(longest, stage.steps);
  const char* key = config.curriculum.empty() ? "training.steps" : "training.curriculum";
  source_ = open_checked_source(config.data_train, "data.train", config, {key, longest},
                                std::move(given));
  model::check_memory(config.model, config.em.k,
                      (config.batch + config.accumulate - 1) / config.accumulate, longest,
                      fmt::format("em.k = {}, training.batch = {}, training.accumulate = {}",
                                  config.em.k, config.batch, config.accumulate));
  const std::int64_t size = source_->size(dataset::Split::kTraining);
  if (size == 0) fail_input("data.train: {} has no training sequences", config.data_train);
  if (size != dataset::kEndless) epoch_sequences_ = size;
}

std::int64_t TrainingData::epoch_updates() const {
  return (epoch_sequences_ + config_.batch - 1) / config_.batch;
}

Window TrainingData::at(std::int64_t update) {
  const std::int64_t steps = windows_.steps(update);
  if (batches_ == nullptr || update != next_ || steps != steps_) {
    const int frames = frames_of(config_, steps);
    std::shared_ptr<const dataset::Plan> plan =
        dataset::training_plan(*source_, dataset::Split::kTraining, static_cast<int>(config_.batch),
                               frames, static_cast<std::uint64_t>(config_.seed),
                               config_.random_offset && !config_.model.traits().still_images);
    batches_ = std::make_unique<dataset::Batches>(
        source_, dataset::Split::kTraining,
        std::make_shared<const PartOfBatches>(std::move(plan), part_), frames, update);
    steps_ = steps;
  }
  next_ = update + 1;
  return make_window(batches_->next(), config_, steps, "training",
                     update * config_.batch + part_.first);
}

ValidationData::ValidationData(const TrainConfig& config,
                               std::shared_ptr<const dataset::Source> given)
    : config_(config) {
  const bool own = !config.data_valid.empty();
  const std::string name = own ? config.data_valid : config.data_train;
  const std::string key = own ? "data.valid" : "data.train";
  source_ = open_checked_source(name, key, config, {"training.valid_steps", config.valid_steps},
                                own ? nullptr : std::move(given));
  const std::int64_t size = source_->size(dataset::Split::kValidation);
  if (size == 0) {
    fail_input("{}: {} has no validation sequences; data.valid may name another file", key, name);
  }
  plan_ = dataset::sequential_plan(0, std::min(size, config.valid_sequences),
                                   static_cast<int>(config.batch));
}

Window ValidationData::batch(std::int64_t index) const {
  const std::vector<dataset::Item> items = plan_->batch(index);
  const dataset::Batch batch = dataset::load_batch(*source_, dataset::Split::kValidation, items,
                                                   frames_of(config_, config_.valid_steps));
  return make_window(batch, config_, config_.valid_steps, "validation", items.front().sequence);
}

}  // namespace rnem::training
