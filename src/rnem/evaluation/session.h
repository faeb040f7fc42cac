// A model on some data: what every command that runs a trained model starts with.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "rnem/dataset/batch.h"
#include "rnem/metrics/series.h"
#include "rnem/model/em_loop.h"
#include "rnem/model/model_file.h"
#include "rnem/observer.h"
#include "rnem/ops/ops.h"
#include "rnem/runtime.h"
#include "rnem/source.h"

namespace rnem::evaluation {

using namespace metrics;  // NOLINT(google-build-using-namespace): what is evaluated

struct Session {
  model::ModelFile file;
  std::shared_ptr<const dataset::Source> source;
  dataset::Split split = dataset::Split::kTest;
  std::uint64_t seed = 0;
  const Runtime& runtime;
  Observer& observer;  // of everything that is done with it
};

// Opens both and checks that they fit: frame size, actions, a split with sequences. InputError.
Session open_session(const std::string& model, const std::string& data, const std::string& split,
                     std::uint64_t seed, const Runtime& runtime, Observer& observer);

// The second half of that, for a model that is called `name` in messages.
void check_fit(const Session& session, const std::string& name);

// The stream of a sequence is its index in the split, so results do not depend on the batching.
using model::clip_of;

// Calls work(batch, its first sequence) for sequences 0 .. sequences - 1 of the split in their
// order, `size` at a time with `frames` frames each, and shows the progress as `what`.
void for_each_batch(const Session& session, const char* what, std::int64_t sequences,
                    std::int64_t size, std::int64_t frames,
                    const std::function<void(const dataset::Batch&, std::int64_t)>& work);

}  // namespace rnem::evaluation
