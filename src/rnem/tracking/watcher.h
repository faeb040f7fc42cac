// A model that watches frames one by one and says which components hold what.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rnem/model/em_loop.h"
#include "rnem/runtime.h"
#include "rnem/tracking/lives.h"
#include "rnem/tracking/owners.h"

namespace rnem::tracking {

struct Watching {
  std::vector<int> owners;  // [H*W], owners.h
  std::vector<Held> held;   // [K]
  Colours colours;          // of grey and colour, where a frame was seen
};

class Watcher {
 public:
  // `k` components at most; those that nothing is left for stay empty. Both must outlive it.
  Watcher(const model::Model& model, const Runtime& runtime, std::int64_t k, std::uint64_t seed);

  // The next frame [H*W] of zeros and ones, or of levels [H*W*C].
  Watching see(const std::vector<std::uint8_t>& pixels);

  // What the model expects next; after one frame at least.
  Watching imagine();

 private:
  // `lit` [1,H*W]: where anything is
  Watching read(const model::Step& step, const torch::Tensor& lit,
                const torch::Tensor& before) const;
  torch::Tensor places() const;

  const model::Model& model_;
  const Runtime& runtime_;
  model::EmSettings settings_;
  model::Clip clip_;
  std::optional<model::EmStepper> stepper_;  // from the first frame on
};

}  // namespace rnem::tracking
