#include "rnem/training/fitted_config.h"

#include <fmt/format.h>

#include <algorithm>

#include "rnem/core/error.h"
#include "rnem/dataset/oddities.h"
#include "rnem/model/fitted_networks.h"
#include "rnem/training/resumed_schedule.h"
#include "rnem/training/schedule.h"

namespace rnem::training {
namespace {

class Fitter {
 public:
  Fitter(const GivenConfig& read, const NoteSink& notes,
         std::shared_ptr<const dataset::Source> source)
      : config_(read.config), given_(read.given), notes_(notes), source_(std::move(source)) {
    if (source_) config_.data_train = source_->description();
  }

  TrainConfig fit() {
    const auto source = source_ ? source_ : open(config_.data_train);
    int frames = source->frames();
    if (!config_.data_valid.empty()) frames = std::min(frames, open(config_.data_valid)->frames());
    fit_frames(source->shape());
    fit_networks();
    if (!config_.model.traits().still_images) fit_windows(frames);
    return config_;
  }

 private:
  bool free(const char* key) const { return !given_.contains(key); }

  std::shared_ptr<const dataset::Source> open(const std::string& name) const {
    std::shared_ptr<const dataset::Source> source =
        dataset::open_source(name, static_cast<std::uint64_t>(config_.seed));
    for (const auto& line : dataset::find_oddities(*source)) notes_(line);
    return source;
  }

  void fit_frames(const worlds::Shape& shape) {
    model::ModelConfig& model = config_.model;
    if (free("model.height")) model.height = shape.height;
    if (free("model.width")) model.width = shape.width;
    fit_pixels(shape);
    if (free("model.actions") && model.traits().actions) model.actions = shape.actions;
  }

  // Grey and colour want Gaussian pixels with a background, and an encoder that sees masks.
  void fit_pixels(const worlds::Shape& shape) {
    if (shape.levels == 1 || !free("model.channels") || !free("loss.pixels")) return;
    config_.model.channels = shape.channels;
    config_.loss.pixels = "gaussian";
    if (free("em.background")) config_.em.background = "running";
    auto& input = config_.model.encoder_input;
    if (free("model.encoder_input") && input.size() == 1) input.emplace_back("psi");
  }

  void fit_networks() {
    model::ModelConfig& model = config_.model;
    const bool encoder = free("model.encoder"), decoder = free("model.decoder");
    if (!encoder && !decoder) return;
    const auto [smaller, larger] = std::minmax({model.seen_height(), model.seen_width()});
    if (smaller < model::kSmallestFitted || larger > model::kLargestFitted) {
      fail_input("{}: networks are fitted to sides of {} to {} pixels, these have {}x{}; give {}",
                 config_.data_train, model::kSmallestFitted, model::kLargestFitted,
                 model.seen_height(), model.seen_width(),
                 encoder && decoder ? "model.encoder and model.decoder"
                 : encoder          ? "model.encoder"
                                    : "model.decoder");
    }
    const auto networks =
        model::fitted_networks(model.seen_height(), model.seen_width(), model.drawn_channels());
    if (encoder) model.encoder = networks.encoder;
    if (decoder) model.decoder = networks.decoder;
  }

  void fit_windows(int frames) {
    const std::int64_t most = frames - 1;
    if (most < 1) {
      fail_input("data.train: {} has sequences of {} frame, expected 2 or more", config_.data_train,
                 frames);
    }
    if (free("training.steps")) config_.steps = std::min(config_.steps, most);
    if (free("training.valid_steps")) config_.valid_steps = std::min(config_.valid_steps, most);
    if (!free("training.curriculum") || config_.curriculum.empty()) return;
    const StepSchedule windows = window_schedule(config_, "training");
    std::vector<StepSchedule::Stage> stages;
    for (auto stage : windows.stages()) {
      stage.steps = std::min(stage.steps, most);
      if (stages.empty() || stages.back().steps != stage.steps) stages.push_back(stage);
    }
    config_.curriculum.clear();
    for (const auto& stage : stages) {
      config_.curriculum.push_back(fmt::format("{}:{}", stage.first, stage.steps));
    }
  }

  TrainConfig config_;
  const std::set<std::string>& given_;
  const NoteSink& notes_;
  std::shared_ptr<const dataset::Source> source_;
};

// "model.height = 48" for every key that differs.
void tell_changes(TrainConfig before, TrainConfig after, const NoteSink& notes) {
  const OptionTable a = options(before), b = options(after);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::string text = write_toml({b[i]});
    if (text == write_toml({a[i]})) continue;
    const std::string value = text.substr(text.find(" = ") + 3);
    notes(fmt::format("fitted to {}: {} = {}", after.data_train, b[i].key,
                      value.substr(0, value.find('\n'))));
  }
}

void tell_unused_steps(const GivenConfig& read, const NoteSink& notes) {
  if (!read.assigned.contains("training.steps") || read.config.curriculum.empty()) return;
  notes(
      fmt::format("training.steps = {} has no effect, training.curriculum decides; leave that out "
                  "with --set 'training.curriculum=[]'",
                  read.config.steps));
}

}  // namespace

TrainConfig fit_to_data(const GivenConfig& read, const NoteSink& notes,
                        std::shared_ptr<const dataset::Source> source) {
  TrainConfig fitted = Fitter(read, notes, std::move(source)).fit();
  check(fitted, read.source);
  tell_changes(read.config, fitted, notes);
  return fitted;
}

TrainConfig run_config(const RunRequest& request, const NoteSink& notes) {
  const std::filesystem::path saved = request.out / kConfigFile;
  std::error_code ignored;
  const bool own =
      request.file.empty() && request.resume && std::filesystem::exists(saved, ignored);
  GivenConfig read = read_config(own ? saved : request.file, request.assignments, notes);
  if (own) keep_cosine(read_config(saved, {}).config, read.config, request.out.string(), notes);
  tell_unused_steps(read, notes);
  return fit_to_data(read, notes, request.source);
}

}  // namespace rnem::training
