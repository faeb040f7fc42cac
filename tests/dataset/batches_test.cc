#include "rnem/dataset/batches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dataset/fake_world.h"
#include "rnem/core/error.h"
#include "rnem/dataset/live_source.h"

namespace rnem::dataset {
namespace {

std::shared_ptr<const Source> live() {
  return make_live_source(std::make_shared<FakeWorld>(), 7, "live:fake");
}

TEST(Batch, PutsTimeFirstAndSequencesSecond) {
  const auto source = live();
  const std::vector<worlds::Sequence> sequences = {source->get(Split::kTraining, 0, 0, 5),
                                                   source->get(Split::kTraining, 1, 0, 5)};
  const Batch batch = make_batch(sequences, source->shape());
  ASSERT_EQ(batch.features.sizes(), (std::vector<std::int64_t>{5, 2, 4, 6}));
  ASSERT_EQ(batch.actions.sizes(), (std::vector<std::int64_t>{5, 2, 2}));
  EXPECT_EQ(batch.features.dtype(), torch::kUInt8);
  for (int t = 0; t < 5; ++t) {
    for (int b = 0; b < 2; ++b) {
      for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 6; ++x) {
          const std::size_t at = static_cast<std::size_t>((t * 4 + y) * 6 + x);
          const auto& sequence = sequences[static_cast<std::size_t>(b)];
          ASSERT_EQ(batch.features[t][b][y][x].item<int>(), sequence.features[at]);
          ASSERT_EQ(batch.groups[t][b][y][x].item<int>(), sequence.groups[at]);
          ASSERT_EQ(batch.collisions[t][b][y][x].item<int>(), sequence.collisions[at]);
        }
      }
    }
  }
  ASSERT_EQ(batch.truth.size(), 2u);
  EXPECT_TRUE(batch.truth[1].features.empty());
  EXPECT_TRUE(batch.truth[1].groups.empty());
  EXPECT_TRUE(same_floats(batch.truth[1].positions, sequences[1].positions));
  EXPECT_EQ(batch.truth[1].objects, sequences[1].objects);
  EXPECT_EQ(batch.truth[1].events, sequences[1].events);
}

TEST(Batch, AbsentArraysAreUndefinedTensors) {
  auto sequence = live()->get(Split::kTraining, 0, 0, 5);
  sequence.groups.clear();
  sequence.collisions.clear();
  sequence.actions.clear();
  const Batch batch = make_batch({sequence}, FakeWorld().shape());
  EXPECT_TRUE(batch.features.defined());
  EXPECT_FALSE(batch.groups.defined());
  EXPECT_FALSE(batch.collisions.defined());
  EXPECT_FALSE(batch.actions.defined());
}

TEST(Batches, GivesWhatDirectCallsGive) {
  const auto source = live();
  const std::shared_ptr<const Plan> plan =
      training_plan(*source, Split::kTraining, 3, 4, 1, true, 9);
  // from the start, and resumed in the middle
  for (const std::int64_t first : {0, 5}) {
    Batches batches(source, Split::kTraining, plan, 4, first);
    for (std::int64_t i = first; i < first + 8; ++i) {
      const Batch ahead = batches.next();
      const Batch direct = load_batch(*source, Split::kTraining, plan->batch(i), 4);
      EXPECT_TRUE(torch::equal(ahead.features, direct.features)) << i;
      EXPECT_TRUE(torch::equal(ahead.groups, direct.groups)) << i;
      EXPECT_TRUE(torch::equal(ahead.actions, direct.actions)) << i;
    }
  }
  EXPECT_FALSE(torch::equal(load_batch(*source, Split::kTraining, plan->batch(0), 4).features,
                            load_batch(*source, Split::kTraining, plan->batch(1), 4).features));
}

TEST(Batches, EndsWithTheLastSmallerBatch) {
  Batches batches(live(), Split::kTest, sequential_plan(2, 5, 3), 4);
  EXPECT_EQ(batches.next().features.size(1), 3);
  EXPECT_EQ(batches.next().features.size(1), 2);
}

// A source whose sequence 4 cannot be read.
class Damaged final : public Source {
 public:
  worlds::Shape shape() const override { return FakeWorld().shape(); }
  std::string description() const override { return "damaged.h5"; }
  std::int64_t size(Split) const override { return 10; }
  int frames() const override { return 5; }
  worlds::Sequence get(Split split, std::int64_t index, int first, int frames) const override {
    if (index == 4) fail_input("damaged.h5: sequence 4");
    return live()->get(split, index, first, frames);
  }
};

TEST(Batches, PassesOnWhatWentWrongAtTheBatchWhereItWentWrong) {
  Batches batches(std::make_shared<Damaged>(), Split::kTraining, sequential_plan(0, 10, 2), 5);
  batches.next();
  batches.next();
  EXPECT_THROW(batches.next(), InputError);
  EXPECT_EQ(batches.next().features.size(1), 2);
}

TEST(Batches, CanBeDroppedAtAnyTime) {
  const auto source = live();
  const std::shared_ptr<const Plan> plan =
      training_plan(*source, Split::kTraining, 3, 4, 1, true, 9);
  for (int taken = 0; taken < 4; ++taken) {
    Batches batches(source, Split::kTraining, plan, 4);
    for (int i = 0; i < taken; ++i) batches.next();
  }
}

}  // namespace
}  // namespace rnem::dataset
