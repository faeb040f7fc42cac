#include "rnem/evaluation/session.h"

#include <algorithm>

#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/dataset/batches.h"

namespace rnem::evaluation {

void check_fit(const Session& session, const std::string& name) {
  const auto& config = session.file.model->config();
  const std::string data = session.source->description();
  const auto shape = session.source->shape();
  if (shape.height != config.height || shape.width != config.width) {
    fail_input("{}: frames are {}x{}, the model {} expects {}x{}", data, shape.height, shape.width,
               name, config.height, config.width);
  }
  if (config.actions > 0 && shape.actions != config.actions) {
    fail_input("{}: has {} actions, the model {} expects {}", data, shape.actions, name,
               config.actions);
  }
  if (session.source->size(session.split) == 0) {
    fail_input("{}: has no sequences in split '{}'", data, dataset::split_name(session.split));
  }
}

Session open_session(const std::string& model, const std::string& data, const std::string& split,
                     std::uint64_t seed, const Runtime& runtime, Observer& observer) {
  Session session{model::load_model(model),
                  dataset::open_source(data, seed),
                  dataset::parse_split(split),
                  seed,
                  runtime,
                  observer};
  session.file.model->to(runtime.device(), torch::kFloat32);
  check_fit(session, model);
  return session;
}

model::Clip clip_of(const dataset::Batch& batch, std::int64_t first, std::uint64_t seed) {
  model::Clip clip;
  clip.frames = batch.features;
  clip.actions = batch.actions;
  clip.seed = seed;
  for (std::int64_t b = 0; b < batch.features.size(1); ++b) {
    clip.streams.push_back(static_cast<std::uint64_t>(first + b));
  }
  return clip;
}

void for_each_batch(const Session& session, const char* what, std::int64_t sequences,
                    std::int64_t size, std::int64_t frames,
                    const std::function<void(const dataset::Batch&, std::int64_t)>& work) {
  dataset::Batches batches(session.source, session.split,
                           dataset::sequential_plan(0, sequences, static_cast<int>(size)),
                           static_cast<int>(frames));
  Task progress(session.observer, what, "sequences", sequences);
  for (std::int64_t first = 0; first < sequences; first += size) {
    work(batches.next(), first);
    progress.update(std::min(first + size, sequences));
  }
  progress.finish();
}

}  // namespace rnem::evaluation
