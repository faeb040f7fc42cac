// A model on some data: what every command that runs a trained model starts with.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rnem/dataset/batch.h"
#include "rnem/dataset/source.h"
#include "rnem/model/em_loop.h"
#include "rnem/model/model_file.h"

namespace rnem::evaluation {

struct Session {
  model::ModelFile file;
  std::shared_ptr<const dataset::Source> source;
  dataset::Split split = dataset::Split::kTest;
  std::uint64_t seed = 0;
};

// Opens both and checks that they fit: frame size, actions, a split with sequences. InputError.
Session open_session(const std::string& model, const std::string& data, const std::string& split,
                     std::uint64_t seed);

// Frames, actions and random streams of sequences first .. first + B - 1 for the EM loop. The
// stream of a sequence is its index in the split, so results do not depend on the batching.
model::Clip clip_of(const dataset::Batch& batch, std::int64_t first, std::uint64_t seed);

}  // namespace rnem::evaluation
