#include "rnem/dataset/plan.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/rng.h"

namespace rnem::dataset {
namespace {

// The order of an epoch; the last one asked for is kept.
class Shuffle {
 public:
  Shuffle(std::uint64_t seed, std::int64_t size) : seed_(seed), order_(size) {}

  std::int64_t at(std::int64_t epoch, std::int64_t position) {
    if (epoch != epoch_) {
      std::iota(order_.begin(), order_.end(), std::int64_t{0});
      Rng rng(seed_, "shuffle", static_cast<std::uint64_t>(epoch));
      for (std::size_t i = order_.size(); i > 1; --i)
        std::swap(order_[i - 1], order_[rng.below(i)]);
      epoch_ = epoch;
    }
    return order_[static_cast<std::size_t>(position)];
  }

 private:
  std::uint64_t seed_;
  std::vector<std::int64_t> order_;
  std::int64_t epoch_ = -1;
};

class TrainingPlan final : public Plan {
 public:
  TrainingPlan(std::int64_t size, int batch, int offsets, std::uint64_t seed)
      : size_(size),
        batch_(batch),
        offsets_(offsets),
        seed_(seed),
        shuffle_(seed, size == kEndless ? 0 : size) {}

  std::int64_t batches() const override { return kEndless; }

  std::vector<Item> batch(std::int64_t index) const override {
    RNEM_CHECK(index >= 0, "batches count from 0");
    const std::lock_guard lock(mutex_);
    std::vector<Item> items;
    for (std::int64_t i = 0; i < batch_; ++i) {
      const std::int64_t drawn = index * batch_ + i;  // sequences drawn since training began
      const std::int64_t sequence =
          size_ == kEndless ? drawn : shuffle_.at(drawn / size_, drawn % size_);
      Rng rng(seed_, "window", static_cast<std::uint64_t>(drawn));
      items.push_back({sequence, static_cast<int>(rng.below(offsets_))});
    }
    return items;
  }

 private:
  std::int64_t size_, batch_;
  std::uint64_t offsets_;  // possible first frames
  std::uint64_t seed_;
  mutable std::mutex mutex_;
  mutable Shuffle shuffle_;
};

class SequentialPlan final : public Plan {
 public:
  SequentialPlan(std::int64_t first, std::int64_t count, int batch)
      : first_(first), count_(count), batch_(batch) {}

  std::int64_t batches() const override { return (count_ + batch_ - 1) / batch_; }

  std::vector<Item> batch(std::int64_t index) const override {
    RNEM_CHECK(index >= 0 && index < batches(), "a batch of the plan");
    std::vector<Item> items;
    const std::int64_t end = std::min(count_, (index + 1) * batch_);
    for (std::int64_t i = index * batch_; i < end; ++i) items.push_back({first_ + i, 0});
    return items;
  }

 private:
  std::int64_t first_, count_, batch_;
};

}  // namespace

std::unique_ptr<Plan> training_plan(const Source& source, Split split, int batch, int frames,
                                    std::uint64_t seed, bool random_offset, int live_frames) {
  RNEM_CHECK(batch > 0 && frames > 0, "a batch has sequences and frames");
  const std::int64_t size = source.size(split);
  if (size == 0) fail_input("{}: has no {} split", source.description(), split_name(split));
  if (source.frames() < frames) {
    fail_input("{}: sequences of {} frames, but {} were asked for", source.description(),
               source.frames(), frames);
  }
  const int length =
      source.frames() == kAnyLength ? std::max(live_frames, frames) : source.frames();
  return std::make_unique<TrainingPlan>(size, batch, random_offset ? length - frames + 1 : 1, seed);
}

std::unique_ptr<Plan> sequential_plan(std::int64_t first, std::int64_t count, int batch) {
  RNEM_CHECK(first >= 0 && count >= 0 && batch > 0, "a range of sequences");
  return std::make_unique<SequentialPlan>(first, count, batch);
}

}  // namespace rnem::dataset
