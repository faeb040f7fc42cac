// Files hold exactly the sequences of the live source they were made like.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "dataset/fake_world.h"
#include "observers.h"
#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/dataset/batch.h"
#include "rnem/dataset/file_description.h"
#include "rnem/dataset/generator.h"
#include "rnem/dataset/live_source.h"
#include "temporary_folder.h"

namespace rnem::dataset {
namespace {

using rnem::testing::TemporaryFolder;

MakeOptions small(std::uint64_t seed = 7) {
  MakeOptions options;
  options.name = "fake";
  options.seed = seed;
  options.frames = 5;
  options.sequences = {9, 4, 3};
  options.threads = 2;
  return options;
}

TEST(DataFile, HoldsTheSequencesOfTheLiveSource) {
  const TemporaryFolder folder;
  make_dataset(FakeWorld(), small(), (folder / "a.h5").string(), rnem::testing::nobody());
  const auto file = open_source((folder / "a.h5").string(), 0);
  const auto live = make_live_source(std::make_shared<FakeWorld>(), 7, "live:fake");
  EXPECT_EQ(file->frames(), 5);
  EXPECT_EQ(file->size(Split::kTraining), 9);
  EXPECT_EQ(file->size(Split::kValidation), 4);
  EXPECT_EQ(file->size(Split::kTest), 3);
  for (const Split split : kSplits) {
    for (std::int64_t i = 0; i < file->size(split); ++i) {
      EXPECT_EQ(difference(file->get(split, i, 0, 5), live->get(split, i, 0, 5)), "") << i;
    }
  }
  // the comparison itself can fail
  EXPECT_NE(difference(file->get(Split::kTest, 0, 0, 5), live->get(Split::kTest, 1, 0, 5)), "");
}

TEST(DataFile, KeepsTheShape) {
  const TemporaryFolder folder;
  make_dataset(FakeWorld(), small(), (folder / "a.h5").string(), rnem::testing::nobody());
  const auto shape = open_source((folder / "a.h5").string(), 0)->shape();
  EXPECT_EQ(shape.height, 4);
  EXPECT_EQ(shape.width, 6);
  EXPECT_EQ(shape.max_objects, 3);
  EXPECT_EQ(shape.actions, 2);
  EXPECT_EQ(shape.pixels_per_unit, 2.5);
}

TEST(DataFile, HoldsColours) {
  const TemporaryFolder folder;
  const std::string path = (folder / "a.h5").string();
  const std::shared_ptr<const worlds::World> world = worlds::make_preset("balls4photo64");
  make_dataset(*world, small(), path, rnem::testing::nobody());
  const auto file = open_source(path, 0);
  const auto live = make_live_source(world, 7, "live:balls4photo64");
  EXPECT_EQ(file->shape().channels, 3);
  EXPECT_EQ(file->shape().levels, 255);
  EXPECT_EQ(difference(file->get(Split::kTest, 1, 1, 3), live->get(Split::kTest, 1, 1, 3)), "");
  std::vector<worlds::Sequence> two = {file->get(Split::kTest, 0, 0, 5),
                                       file->get(Split::kTest, 1, 0, 5)};
  const auto bytes = two[1].features;
  const Batch batch = make_batch(std::move(two), file->shape());
  ASSERT_EQ(batch.features.sizes(), (std::vector<std::int64_t>{5, 2, 64, 64, 3}));
  const torch::Tensor frames = batch.frames();
  EXPECT_FLOAT_EQ(frames[0][1][10][20][2].item<float>(),
                  static_cast<float>(bytes[(10 * 64 + 20) * 3 + 2]) / 255.0F);
  EXPECT_LE(frames.max().item<float>(), 1.0F);
}

TEST(DataFile, WindowsAreCutOutOfTheWholeSequence) {
  const TemporaryFolder folder;
  make_dataset(FakeWorld(), small(), (folder / "a.h5").string(), rnem::testing::nobody());
  const auto file = open_source((folder / "a.h5").string(), 0);
  const auto live = make_live_source(std::make_shared<FakeWorld>(), 7, "live:fake");
  const auto whole = file->get(Split::kTraining, 3, 0, 5);
  for (int first = 0; first < 5; ++first) {
    for (int frames = 1; first + frames <= 5; ++frames) {
      const auto expected = window(whole, first, frames);
      EXPECT_EQ(difference(file->get(Split::kTraining, 3, first, frames), expected), "");
      EXPECT_EQ(difference(live->get(Split::kTraining, 3, first, frames), expected), "");
    }
  }
}

TEST(DataFile, BytesDoNotDependOnTheNumberOfThreads) {
  const TemporaryFolder folder;
  auto options = small();
  options.sequences = {60, 5, 0};
  std::set<std::string> contents;
  for (const int threads : {1, 2, 5}) {
    options.threads = threads;
    make_dataset(FakeWorld(), options, (folder / "a.h5").string(), rnem::testing::nobody());
    contents.insert(read_file((folder / "a.h5").string()));
  }
  EXPECT_EQ(contents.size(), 1u);
  options.seed = 8;
  make_dataset(FakeWorld(), options, (folder / "a.h5").string(), rnem::testing::nobody());
  contents.insert(read_file((folder / "a.h5").string()));
  EXPECT_EQ(contents.size(), 2u) << "another seed is another file";
}

TEST(DataFile, SplitsShareNoSequence) {
  const auto live = make_live_source(std::make_shared<FakeWorld>(), 1, "live:fake");
  std::set<std::vector<std::uint8_t>> seen;
  for (const Split split : kSplits) {
    for (int i = 0; i < 100; ++i) seen.insert(live->get(split, i, 0, 5).features);
  }
  EXPECT_EQ(seen.size(), 300u);
}

TEST(DataFile, EverySplitIsOptional) {
  const TemporaryFolder folder;
  auto options = small();
  options.sequences = {0, 2, 0};
  make_dataset(FakeWorld(), options, (folder / "a.h5").string(), rnem::testing::nobody());
  const auto file = open_source((folder / "a.h5").string(), 0);
  EXPECT_EQ(file->size(Split::kTraining), 0);
  EXPECT_EQ(file->size(Split::kValidation), 2);
  options.sequences = {0, 0, 0};
  EXPECT_THROW(
      make_dataset(FakeWorld(), options, (folder / "b.h5").string(), rnem::testing::nobody()),
      InputError);
}

TEST(DataFile, SaysWhatItWasMadeFrom) {
  const TemporaryFolder folder;
  make_dataset(FakeWorld(), small(), (folder / "a.h5").string(), rnem::testing::nobody());
  const auto about = describe_file((folder / "a.h5").string());
  EXPECT_EQ(about.world, "kind = \"fake\"\n");
  EXPECT_EQ(about.world_name, "fake");
  EXPECT_EQ(about.seed, 7u);
  EXPECT_TRUE(about.rnem_version.has_value());
  ASSERT_EQ(about.splits.size(), 3u);
  EXPECT_EQ(about.splits[0].arrays.size(), 11u);
  EXPECT_EQ(about.splits[0].arrays[0].axes, (std::vector<std::int64_t>{5, 9, 4, 6, 1}));
  EXPECT_EQ(about.splits[0].arrays[0].chunk, (std::vector<std::int64_t>{5, 1, 4, 6, 1}));
}

// A world that fails after a while, like one whose balls find no room.
class FailingWorld final : public worlds::World {
 public:
  worlds::Shape shape() const override { return FakeWorld().shape(); }
  worlds::Sequence make(Rng rng, int frames) const override {
    if (rng.flip(0.2)) fail("no room for the balls");
    return FakeWorld().make(rng, frames);
  }
  std::string to_toml() const override { return ""; }
};

TEST(DataFile, FailureLeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  write_file((folder / "a.h5").string(), "old");
  EXPECT_THROW(
      make_dataset(FailingWorld(), small(), (folder / "a.h5").string(), rnem::testing::nobody()),
      Error);
  EXPECT_EQ(read_file((folder / "a.h5").string()), "old");
  EXPECT_THAT(folder.names(), ::testing::ElementsAre("a.h5"));
}

class PresetFile : public ::testing::TestWithParam<std::string> {};

TEST_P(PresetFile, HoldsTheSequencesOfTheLiveSource) {
  const TemporaryFolder folder;
  MakeOptions options;
  options.name = GetParam();
  options.seed = 3;
  options.frames = 12;
  options.sequences = {4, 0, 2};
  make_dataset(*worlds::make_preset(GetParam()), options, (folder / "a.h5").string(),
               rnem::testing::nobody());
  const auto file = open_source((folder / "a.h5").string(), 0);
  const auto live = open_source("live:" + GetParam(), 3);
  for (const Split split : {Split::kTraining, Split::kTest}) {
    for (std::int64_t i = 0; i < file->size(split); ++i) {
      EXPECT_EQ(difference(file->get(split, i, 0, 12), live->get(split, i, 0, 12)), "");
      // and a sequence begins the same, however long it gets
      EXPECT_EQ(difference(file->get(split, i, 2, 7), live->get(split, i, 2, 7)), "");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, PresetFile, ::testing::ValuesIn(worlds::preset_names()),
                         [](const auto& param) { return param.param; });

}  // namespace
}  // namespace rnem::dataset
