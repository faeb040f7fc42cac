#include "rnem/evaluation/session.h"

#include <algorithm>

#include "rnem/core/error.h"
#include "rnem/core/task.h"
#include "rnem/dataset/batches.h"

namespace rnem::evaluation {

void check_fit(const Session& session, const std::string& name) {
  const std::string data = session.source->description();
  model::check_fits(session.source->shape(), session.file.model->config(), data, name);
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
