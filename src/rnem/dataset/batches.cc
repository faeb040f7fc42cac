#include "rnem/dataset/batches.h"

#include <utility>

#include "rnem/dataset/ordered_work.h"

namespace rnem::dataset {

Batch load_batch(const Source& source, Split split, const std::vector<Item>& items, int frames) {
  std::vector<worlds::Sequence> sequences;
  sequences.reserve(items.size());
  for (const Item& item : items) {
    sequences.push_back(source.get(split, item.sequence, item.first_frame, frames));
  }
  return make_batch(std::move(sequences), source.shape());
}

struct Batches::State {
  OrderedWork<Batch> work;
};

Batches::Batches(std::shared_ptr<const Source> source, Split split,
                 std::shared_ptr<const Plan> plan, int frames, std::int64_t first_batch,
                 int ahead) {
  const std::int64_t end = plan->batches();
  auto make = [source = std::move(source), split, plan = std::move(plan), frames](std::int64_t n) {
    return load_batch(*source, split, plan->batch(n), frames);
  };
  state_.reset(new State{{first_batch, end, 1, ahead, std::move(make)}});
}

Batches::~Batches() = default;

Batch Batches::next() { return state_->work.next(); }

}  // namespace rnem::dataset
