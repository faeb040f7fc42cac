#include "rnem/model/clip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"

namespace rnem::model {
namespace {

using rnem::testing::error_of;
using ::testing::ElementsAre;

dataset::Batch three_sequences(bool acting) {
  dataset::Batch batch;
  batch.features = torch::arange(2 * 3 * 4, torch::kUInt8).reshape({2, 3, 2, 2});
  if (acting) batch.actions = torch::arange(2 * 3, torch::kUInt8).reshape({2, 3, 1});
  return batch;
}

TEST(Clip, OfABatchHasAStreamForEverySequence) {
  const dataset::Batch batch = three_sequences(true);
  const Clip clip = clip_of(batch, 7, 5);
  EXPECT_TRUE(clip.frames.equal(batch.features));
  EXPECT_TRUE(clip.actions.equal(batch.actions));
  EXPECT_EQ(clip.seed, 5U);
  EXPECT_THAT(clip.streams, ElementsAre(7, 8, 9));
}

TEST(Clip, PartTakesItsSequencesWithTheirStreams) {
  const dataset::Batch batch = three_sequences(true);
  const Clip part = clip_of(batch, 7, 5).part(1, 2);
  EXPECT_TRUE(part.frames.equal(batch.features.narrow(1, 1, 2)));
  EXPECT_TRUE(part.actions.equal(batch.actions.narrow(1, 1, 2)));
  EXPECT_EQ(part.seed, 5U);
  EXPECT_THAT(part.streams, ElementsAre(8, 9));
  EXPECT_FALSE(clip_of(three_sequences(false), 0, 5).part(0, 1).actions.defined());
}

TEST(Clip, FramesThatAModelDoesNotTakeAreRefused) {
  worlds::Shape shape;
  shape.height = 28, shape.width = 30, shape.actions = 2;
  ModelConfig config;
  config.height = 28, config.width = 30;
  EXPECT_EQ(error_of([&] { check_fits(shape, config, "DATA", "WHO"); }), "no error")
      << "nobody has to look at actions";
  config.actions = 3;
  EXPECT_EQ(error_of([&] { check_fits(shape, config, "DATA", "WHO"); }),
            "DATA has 2 actions, WHO expects 3 (model.actions)");
  config.width = 28;
  EXPECT_EQ(error_of([&] { check_fits(shape, config, "DATA", "WHO"); }),
            "DATA has frames of 28x30, WHO expects 28x28 (model.height, model.width)");
}

}  // namespace
}  // namespace rnem::model
