// Frames on their way into a model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/dataset/batch.h"
#include "rnem/model/model_config.h"
#include "rnem/sequence.h"
#include "rnem/torch.h"

namespace rnem::model {

// Random parts belong to a sequence, not to its place in a batch: the stream of sequence b is
// (seed, streams[b]), so any batching gives the same numbers.
struct Clip {
  torch::Tensor frames;  // [T+1,B,H,W] in {0,1}, any type; grey and colour: [T+1,B,H,W,C] in [0, 1]
  torch::Tensor actions;  // [T or more,B,A]; undefined when nobody acts
  std::uint64_t seed = 0;
  std::vector<std::uint64_t> streams;  // B

  Clip part(std::int64_t first, std::int64_t count) const;  // of its sequences
};

// Sequences with the streams first_stream, first_stream + 1, ...
Clip clip_of(const dataset::Batch& batch, std::int64_t first_stream, std::uint64_t seed);

// InputError when frames of this shape are not what the model takes: "DATA has frames of 28x28, WHO
// expects 64x64".
void check_fits(const worlds::Shape& shape, const ModelConfig& config, const std::string& data,
                const std::string& who);

}  // namespace rnem::model
