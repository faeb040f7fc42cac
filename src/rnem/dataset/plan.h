// Which sequences make up which batch: a pure function of the batch's number.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rnem/source.h"

namespace rnem::dataset {

struct Item {
  std::int64_t sequence;
  int first_frame;
};

// To resume after n batches is to ask for batch n. May be called from several threads at once.
class Plan {
 public:
  virtual ~Plan() = default;
  virtual std::int64_t batches() const = 0;  // kEndless for training plans
  virtual std::vector<Item> batch(std::int64_t index) const = 0;
};

// frames a live sequence is simulated for, so that windows at random offsets exist in it
inline constexpr int kLiveFrames = 51;

// Endless full batches. A file's split is shuffled anew for every epoch and each sequence comes
// once an epoch (a batch may hold the end of one epoch and the start of the next); a live source
// gives sequences 0, 1, 2, ... With random_offset a window of `frames` frames starts anywhere in
// its sequence (of live_frames frames if live), else at frame 0. InputError when the split is
// missing or its sequences are shorter than `frames`.
std::unique_ptr<Plan> training_plan(const Source& source, Split split, int batch, int frames,
                                    std::uint64_t seed, bool random_offset,
                                    int live_frames = kLiveFrames);

// Sequences first .. first + count - 1 in order, from frame 0; the last batch may be smaller.
std::unique_ptr<Plan> sequential_plan(std::int64_t first, std::int64_t count, int batch);

}  // namespace rnem::dataset
