// Games as data: our own through a file, and recordings of the real one made elsewhere.
#include <gtest/gtest.h>

#include "dataset/fake_world.h"
#include "observers.h"
#include "places.h"
#include "process.h"
#include "rnem/core/atomic_file.h"
#include "rnem/dataset/generator.h"
#include "rnem/source.h"
#include "rnem/worlds/invaders_screen.h"
#include "temporary_folder.h"

namespace rnem::dataset {
namespace {

using rnem::testing::run_process;
using rnem::testing::TemporaryFolder;
namespace invaders = worlds::invaders;

constexpr int kFrames = 26, kGamePixels = 84 * 84;

TEST(InvadersData, AFileHoldsWhatTheLiveSourceDelivers) {
  const TemporaryFolder folder;
  MakeOptions options;
  options.name = "invaders84";
  options.seed = 3;
  options.frames = kFrames;
  options.sequences = {5, 2, 0};
  make_dataset(*worlds::make_preset("invaders84"), options, (folder / "a.h5"),
               rnem::testing::nobody());
  const auto file = open_source((folder / "a.h5"), 0), live = open_source("live:invaders84", 3);
  EXPECT_EQ(file->shape().actions, 6);
  EXPECT_EQ(file->shape().max_objects, 5);
  ASSERT_EQ(file->size(Split::kTraining), 5);
  for (std::int64_t i = 0; i < 5; ++i) {
    const auto sequence = file->get(Split::kTraining, i, 0, kFrames);
    EXPECT_EQ(difference(sequence, live->get(Split::kTraining, i, 0, kFrames)), "");
    EXPECT_EQ(sequence.actions.size(), kFrames * 6u);
    EXPECT_TRUE(sequence.positions.empty());
    EXPECT_EQ(difference(file->get(Split::kTraining, i, 4, 9), window(sequence, 4, 9)), "");
  }
}

// The view of a grey screen [210,160], by the code that shows our own game.
std::vector<std::uint8_t> view_of(const char* grey) {
  invaders::Screen screen;
  for (int y = 0; y < invaders::kScreenHeight; ++y) {
    for (int x = 0; x < invaders::kScreenWidth; ++x) {
      if (*grey++ != 0) screen.plot(x, y, invaders::Piece::kShip, false);
    }
  }
  std::vector<std::uint8_t> features(kGamePixels), groups(kGamePixels), collisions(kGamePixels);
  screen.view(features.data(), groups.data(), collisions.data());
  return features;
}

TEST(InvadersData, RecordingsOfAnEmulatorReadAsTheyAre) {
  const TemporaryFolder folder;
  const auto outcome = run_process(
      {"/usr/bin/python3", rnem::testing::in_source("tests/dataset/record_imitation.py"),
       rnem::testing::in_source("python"), folder.path().string()},
      folder.path());
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto source = open_source((folder / "recorded.h5"), 0);
  EXPECT_EQ(source->shape().height, 84);
  EXPECT_EQ(source->shape().width, 84);
  EXPECT_EQ(source->shape().actions, 6);
  EXPECT_EQ(source->shape().max_objects, 6);
  EXPECT_EQ(source->frames(), kFrames);
  EXPECT_EQ(source->size(Split::kTest), 0);

  const std::string screens = read_file((folder / "screens.bin"));
  const std::string actions = read_file((folder / "actions.bin"));
  std::size_t at = 0;  // frame in both
  for (const auto& [split, count] : {std::pair{Split::kTraining, 6}, {Split::kValidation, 3}}) {
    ASSERT_EQ(source->size(split), count);
    for (int i = 0; i < count; ++i) {
      const auto sequence = source->get(split, i, 0, kFrames);
      EXPECT_TRUE(sequence.collisions.empty());
      for (int t = 0; t < kFrames; ++t, ++at) {
        const auto frame = sequence.features.begin() + t * kGamePixels;
        const std::vector<std::uint8_t> features(frame, frame + kGamePixels);
        ASSERT_EQ(features, view_of(&screens[at * invaders::kScreenWidth * 210])) << i << " " << t;
        for (int pixel = 0; pixel < kGamePixels; ++pixel) {
          ASSERT_EQ(sequence.groups[t * kGamePixels + pixel] > 0, features[pixel] > 0) << pixel;
        }
        ASSERT_EQ(sequence.actions[t * 6 + actions[at]], 1) << i << " " << t;
      }
    }
  }
  EXPECT_EQ(at, actions.size());
}

}  // namespace
}  // namespace rnem::dataset
