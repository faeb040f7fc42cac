#include "rnem/dataset/plan.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "rnem/core/error.h"

namespace rnem::dataset {
namespace {

// A source that is nothing but its sizes.
class Sized final : public Source {
 public:
  Sized(std::int64_t size, int frames) : size_(size), frames_(frames) {}
  worlds::Shape shape() const override { return {}; }
  std::string description() const override { return "sized"; }
  std::int64_t size(Split split) const override { return split == Split::kTest ? 0 : size_; }
  int frames() const override { return frames_; }
  worlds::Sequence get(Split, std::int64_t, int, int) const override { return {}; }

 private:
  std::int64_t size_;
  int frames_;
};

// The sequences of the first batches, one after the other.
std::vector<std::int64_t> drawn(const Plan& plan, std::int64_t batches) {
  std::vector<std::int64_t> sequences;
  for (std::int64_t i = 0; i < batches; ++i) {
    for (const Item& item : plan.batch(i)) sequences.push_back(item.sequence);
  }
  return sequences;
}

TEST(TrainingPlan, EverySequenceComesOnceAnEpoch) {
  const auto plan = training_plan(Sized(100, 51), Split::kTraining, 8, 31, 1, true);
  EXPECT_EQ(plan->batches(), kEndless);
  const auto sequences = drawn(*plan, 50);  // four epochs, the batches straddle them
  std::set<std::vector<std::int64_t>> orders;
  for (int epoch = 0; epoch < 4; ++epoch) {
    const std::vector<std::int64_t> order(sequences.begin() + epoch * 100,
                                          sequences.begin() + (epoch + 1) * 100);
    EXPECT_EQ(std::set<std::int64_t>(order.begin(), order.end()).size(), 100u);
    orders.insert(order);
  }
  EXPECT_EQ(orders.size(), 4u) << "each epoch is shuffled anew";
}

TEST(TrainingPlan, IsAFunctionOfSeedAndIndex) {
  const Sized source(1000, 51);
  const auto a = training_plan(source, Split::kTraining, 16, 31, 5, true);
  const auto b = training_plan(source, Split::kTraining, 16, 31, 5, true);
  const auto other = training_plan(source, Split::kTraining, 16, 31, 6, true);
  const auto same = [](const std::vector<Item>& x, const std::vector<Item>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const Item& p, const Item& q) {
      return p.sequence == q.sequence && p.first_frame == q.first_frame;
    });
  };
  // asked for in another order, as after a resume
  for (const std::int64_t index : {200, 3, 70, 3, 0}) {
    EXPECT_TRUE(same(a->batch(index), b->batch(index)));
    EXPECT_FALSE(same(a->batch(index), other->batch(index)));
  }
  EXPECT_TRUE(same(a->batch(0), b->batch(0)));
}

TEST(TrainingPlan, WindowsLieInsideTheirSequencesAndReachBothEnds) {
  for (const bool live : {false, true}) {
    const Sized source(live ? kEndless : 100, live ? kAnyLength : 51);
    const auto plan = training_plan(source, Split::kTraining, 10, 31, 1, true);
    std::map<int, int> counts;
    for (std::int64_t i = 0; i < 210; ++i) {
      for (const Item& item : plan->batch(i)) ++counts[item.first_frame];
    }
    EXPECT_EQ(counts.begin()->first, 0);
    EXPECT_EQ(counts.rbegin()->first, 51 - 31);
    EXPECT_EQ(counts.size(), 21u);
    // 2100 draws over 21 places: 100 each, five standard deviations
    for (const auto& [first, count] : counts) EXPECT_NEAR(count, 100, 50) << first;
  }
}

TEST(TrainingPlan, WindowsStartAtTheBeginningWhenOffsetsAreOff) {
  const auto plan = training_plan(Sized(100, 51), Split::kTraining, 10, 31, 1, false);
  for (std::int64_t i = 0; i < 20; ++i) {
    for (const Item& item : plan->batch(i)) EXPECT_EQ(item.first_frame, 0);
  }
}

TEST(TrainingPlan, LiveSourcesNeverRepeatASequence) {
  const auto plan = training_plan(Sized(kEndless, kAnyLength), Split::kTraining, 7, 60, 1, true);
  const auto sequences = drawn(*plan, 30);
  EXPECT_EQ(std::set<std::int64_t>(sequences.begin(), sequences.end()).size(), 210u);
}

TEST(TrainingPlan, MissingSplitAndShortSequencesAreInputErrors) {
  EXPECT_THROW(training_plan(Sized(10, 51), Split::kTest, 4, 31, 1, true), InputError);
  EXPECT_THROW(training_plan(Sized(10, 30), Split::kTraining, 4, 31, 1, true), InputError);
}

TEST(SequentialPlan, CountsThroughItsRange) {
  const auto plan = sequential_plan(5, 10, 4);
  EXPECT_EQ(plan->batches(), 3);
  EXPECT_EQ(drawn(*plan, 3), (std::vector<std::int64_t>{5, 6, 7, 8, 9, 10, 11, 12, 13, 14}));
  EXPECT_EQ(plan->batch(2).size(), 2u);
  EXPECT_EQ(plan->batch(2).front().first_frame, 0);
  EXPECT_EQ(sequential_plan(0, 0, 4)->batches(), 0);
}

}  // namespace
}  // namespace rnem::dataset
