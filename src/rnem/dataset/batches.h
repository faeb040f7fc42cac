// The batches of a plan, prepared while the last one is being worked on.
#pragma once

#include <cstdint>
#include <memory>

#include "rnem/dataset/batch.h"
#include "rnem/dataset/plan.h"
#include "rnem/source.h"

namespace rnem::dataset {

// One batch, here and now.
Batch load_batch(const Source& source, Split split, const std::vector<Item>& items, int frames);

// The plan's batches first_batch, first_batch + 1, ... in order, made by one thread that stays at
// most `ahead` batches ahead.
class Batches {
 public:
  Batches(std::shared_ptr<const Source> source, Split split, std::shared_ptr<const Plan> plan,
          int frames, std::int64_t first_batch = 0, int ahead = 2);
  ~Batches();

  // Throws what went wrong while this batch was made: InputError for a bad file. At most
  // plan->batches() - first_batch calls.
  Batch next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace rnem::dataset
