// What must hold for every named world.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <map>
#include <set>
#include <thread>

#include "places.h"
#include "rnem/core/error.h"
#include "rnem/world.h"
#include "worlds/sequence_hash.h"

namespace rnem::worlds {
namespace {

constexpr int kFrames = 20;

Sequence preset_clip(const World& world, std::uint64_t index, int frames = kFrames) {
  return world.make(Rng(11, "preset test", index), frames);
}

class EveryPreset : public ::testing::TestWithParam<std::string> {
 protected:
  // groups that are classes of pieces have no positions
  static bool has_truth() { return GetParam() != "invaders84"; }

  std::unique_ptr<World> world_ = make_preset(GetParam());
  Shape shape_ = world_->shape();
};

INSTANTIATE_TEST_SUITE_P(Worlds, EveryPreset, ::testing::ValuesIn(preset_names()),
                         [](const auto& preset) { return preset.param; });

TEST_P(EveryPreset, ArraysHaveTheSizesOfTheShape) {
  const Sequence s = preset_clip(*world_, 0);
  const std::size_t pixels = static_cast<std::size_t>(kFrames) * shape_.height * shape_.width;
  const std::size_t slots = static_cast<std::size_t>(shape_.max_objects);
  EXPECT_EQ(s.frames, kFrames);
  EXPECT_EQ(s.features.size(), pixels * shape_.channels);
  EXPECT_EQ(s.groups.size(), pixels);
  EXPECT_EQ(s.collisions.size(), pixels);
  EXPECT_EQ(s.events.size(), static_cast<std::size_t>(kFrames));
  EXPECT_EQ(s.actions.size(), static_cast<std::size_t>(kFrames) * shape_.actions);
  const std::size_t truths = has_truth() ? slots : 0;
  EXPECT_EQ(s.positions.size(), kFrames * truths * 2);
  EXPECT_EQ(s.velocities.size(), kFrames * truths * 2);
  EXPECT_EQ(s.radii.size(), truths);
  EXPECT_EQ(s.masses.size(), truths);
}

TEST_P(EveryPreset, MasksPartitionTheFrame) {
  for (std::uint64_t index = 0; index < 50; ++index) {
    const Sequence s = preset_clip(*world_, index);
    for (std::size_t i = 0; i < s.groups.size(); ++i) {
      ASSERT_LE(s.groups[i], s.objects);
      ASSERT_LE(s.collisions[i], 1);
      if (shape_.levels > 1) continue;
      ASSERT_LE(s.features[i], 1);
      // a group or a collision is on a pixel that is seen
      ASSERT_LE(s.groups[i] != 0, s.features[i] != 0);
      ASSERT_LE(s.collisions[i], s.features[i]);
    }
  }
}

TEST_P(EveryPreset, TruthIsThereForObjectsThatArePresentAndNaNForOthers) {
  if (!has_truth()) GTEST_SKIP() << "no positions";
  std::set<int> counts;
  for (std::uint64_t index = 0; index < 50; ++index) {
    const Sequence s = preset_clip(*world_, index);
    counts.insert(s.objects);
    for (int object = 0; object < shape_.max_objects; ++object) {
      const bool absent = object >= s.objects;
      ASSERT_EQ(std::isnan(s.radii[object]), absent);
      ASSERT_EQ(std::isnan(s.masses[object]), absent);
      for (int t = 0; t < kFrames; ++t) {
        for (int axis = 0; axis < 2; ++axis) {
          const int i = (t * shape_.max_objects + object) * 2 + axis;
          ASSERT_EQ(std::isnan(s.positions[i]), absent);
          ASSERT_EQ(std::isnan(s.velocities[i]), absent);
        }
      }
    }
  }
  EXPECT_EQ(*counts.rbegin(), shape_.max_objects);
  EXPECT_EQ(counts.size(), GetParam() == "balls678mass64" ? 3u : 1u);
}

TEST_P(EveryPreset, SequencesDependOnTheirStreamAndNothingElse) {
  // two threads take turns in an order that differs from run to run
  constexpr int kCount = 40;
  std::vector<std::uint64_t> expected, hashes(kCount);
  for (int i = 0; i < kCount; ++i) expected.push_back(hash_of(preset_clip(*world_, i)));
  std::atomic<int> next{0};
  const auto work = [&] {
    for (int i; (i = kCount - 1 - next++) >= 0;) hashes[i] = hash_of(preset_clip(*world_, i));
  };
  std::thread first(work), second(work);
  first.join();
  second.join();
  EXPECT_EQ(hashes, expected);
  EXPECT_EQ(std::set(hashes.begin(), hashes.end()).size(), hashes.size());
}

TEST_P(EveryPreset, ALongerClipStartsWithTheShorterOne) {
  const Sequence s = preset_clip(*world_, 3, 5), longer = preset_clip(*world_, 3, 30);
  EXPECT_TRUE(std::equal(s.features.begin(), s.features.end(), longer.features.begin()));
  // also the mask of the last frame, which tells of a step that the short clip does not show
  EXPECT_TRUE(std::equal(s.collisions.begin(), s.collisions.end(), longer.collisions.begin()));
  EXPECT_TRUE(std::equal(s.events.begin(), s.events.end(), longer.events.begin()));
}

TEST_P(EveryPreset, TomlRoundTripsToTheSameWorld) {
  const std::string text = world_->to_toml();
  const auto copy = world_from_toml(text, "copy.toml");
  EXPECT_EQ(copy->to_toml(), text);
  EXPECT_EQ(hash_of(preset_clip(*copy, 5)), hash_of(preset_clip(*world_, 5)));
}

TEST_P(EveryPreset, BytesAreThoseOfTheLastRelease) {
  // Recorded on x86-64. A change here changes every dataset: say so in the log when it is meant.
  const std::map<std::string, std::uint64_t> golden = {
      {"balls4mass64", 0x0cef0b84e02f61b2},     {"balls678mass64", 0xd2fb1bca8cf3894a},
      {"balls3curtain64", 0x8735b858be7eb608},  {"shapes28", 0x3a0dbd51f4f788f1},
      {"flying3shapes28", 0x468d8a5f00c8355d},  {"flying4shapes28", 0xe5a0f6ccab7a0670},
      {"flying5shapes28", 0xd0bddc440748dd9b},  {"invaders84", 0xd36f9c5c218a7150},
      {"balls4color64", 0xe4a7b7b32cd23881},    {"balls4photo64", 0x51aff0be2dd1369b},
      {"balls4gradient64", 0x9fe04a132097eb7b},
  };
  SequenceHash hash;
  for (std::uint64_t index = 0; index < 4; ++index) hash.add(preset_clip(*world_, index, 51));
  ASSERT_TRUE(golden.contains(GetParam())) << std::hex << "0x" << hash.value();
  EXPECT_EQ(hash.value(), golden.at(GetParam())) << std::hex << "0x" << hash.value();
}

// The datasets that were made before there was a choice of physics.
TEST(ExactBalls, BytesAreThoseOfTheFirstRelease) {
  const std::map<std::string, std::uint64_t> golden = {
      {"balls4mass64", 0x2f799386f92b4141},
      {"balls678mass64", 0x28d7ef1ca4807e0c},
      {"balls3curtain64", 0x208250f630bb4b12},
  };
  for (const auto& [name, value] : golden) {
    const auto world =
        open_world(rnem::testing::in_source("configs/worlds/" + name + "-exact.toml"));
    SequenceHash hash;
    for (std::uint64_t index = 0; index < 4; ++index) hash.add(preset_clip(*world, index, 51));
    EXPECT_EQ(hash.value(), value) << name << std::hex << " 0x" << hash.value();
  }
}

TEST(MakePreset, NamesTheNearestWorldWhenThereIsNone) {
  try {
    make_preset("ball4mass64");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "unknown world 'ball4mass64' (did you mean 'balls4mass64'?)");
  }
}

}  // namespace
}  // namespace rnem::worlds
