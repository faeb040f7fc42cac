#include "rnem/worlds/invaders_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "places.h"
#include "rnem/core/atomic_file.h"
#include "rnem/worlds/invaders_screen.h"

namespace rnem::worlds {
namespace {

constexpr int kPixels = 84 * 84, kFrames = 26;

Sequence game_clip(const World& world, std::uint64_t index) {
  return world.make(Rng(6, "invaders test", index), kFrames);
}

int count_group(const Sequence& s, int t, int group) {
  const auto first = s.groups.begin() + t * kPixels;
  return static_cast<int>(std::count(first, first + kPixels, group));
}

int action_at(const Sequence& s, int t) {
  const auto row = s.actions.begin() + t * 6;
  return static_cast<int>(std::find(row, row + 6, 1) - row);
}

// Leftmost column of the ship, if it is there.
std::optional<int> ship_column(const Sequence& s, int t) {
  for (int x = 0; x < 84; ++x) {
    for (int y = 0; y < 84; ++y) {
      if (s.groups[t * kPixels + y * 84 + x] == 1) return x;
    }
  }
  return std::nullopt;
}

TEST(InvadersWorld, ShowsBinaryFramesWithOneActionEach) {
  const auto world = make_preset("invaders84");
  EXPECT_EQ(world->shape().height, 84);
  EXPECT_EQ(world->shape().width, 84);
  EXPECT_EQ(world->shape().actions, 6);
  std::set<int> actions;
  for (std::uint64_t index = 0; index < 20; ++index) {
    const Sequence s = game_clip(*world, index);
    EXPECT_LE(*std::max_element(s.features.begin(), s.features.end()), 1);
    ASSERT_EQ(s.actions.size(), kFrames * 6u);
    for (int t = 0; t < kFrames; ++t) {
      const auto row = s.actions.begin() + t * 6;
      ASSERT_EQ(std::accumulate(row, row + 6, 0), 1);
      actions.insert(action_at(s, t));
    }
  }
  EXPECT_EQ(actions.size(), 6u);
}

TEST(InvadersWorld, TheActionOfAFrameMovesTheShipOnTheWayToTheNext) {
  const auto world = make_preset("invaders84");
  int moves = 0;
  for (std::uint64_t index = 0; index < 60; ++index) {
    const Sequence s = game_clip(*world, index);
    for (int t = 0; t + 1 < kFrames; ++t) {
      const auto now = ship_column(s, t), next = ship_column(s, t + 1);
      // a bullet at the gun hides some of the ship, but not its wings; a new ship jumps
      if (!now || !next || std::abs(*next - *now) > 3) continue;
      const int direction = invaders::direction_of(static_cast<invaders::Action>(action_at(s, t)));
      // four pixels of the screen are two of the view; the edges stop the ship
      const bool at_edge = *now < 6 || *now > 74;
      if (direction == 0) ASSERT_EQ(*next, *now);
      if (direction != 0 && !at_edge) {
        ASSERT_GE(direction * (*next - *now), 1) << index << " " << t;
        ASSERT_LE(direction * (*next - *now), 3);
        ++moves;
      }
    }
  }
  EXPECT_GT(moves, 200);
}

TEST(InvadersWorld, GroupsPartitionWhatIsOnExceptWherePiecesMeet) {
  const auto world = make_preset("invaders84");
  std::vector<long> count(6);
  long on = 0;
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Sequence s = game_clip(*world, index);
    for (std::size_t i = 0; i < s.features.size(); ++i) {
      ASSERT_LE(s.groups[i], 5);
      if (s.features[i] == 0) ASSERT_EQ(s.groups[i], 0);
      on += s.features[i];
      count[s.groups[i]] += s.features[i];
    }
  }
  for (int group = 1; group <= 5; ++group) EXPECT_GT(count[group], 100) << group;
  EXPECT_LT(count[0], 0.01 * on);
  EXPECT_GT(count[0], 0);
}

TEST(InvadersWorld, CollisionsMarkWhatIsHitBeforeTheNextFrame) {
  const auto world = make_preset("invaders84");
  int hits = 0, gone = 0, marked = 0;
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Sequence s = game_clip(*world, index);
    for (int t = 0; t + 1 < kFrames; ++t) {
      const auto first = s.collisions.begin() + t * kPixels;
      const bool any = std::count(first, first + kPixels, 1) > 0;
      ASSERT_EQ(any, s.events[t] == 1) << index << " " << t;
      hits += any;
      for (int i = t * kPixels; i < (t + 1) * kPixels; ++i) {
        marked += s.collisions[i];
        gone += s.collisions[i] != 0 && s.features[i + kPixels] == 0;
      }
    }
  }
  EXPECT_GT(hits, 100);
  // what the resize smears over neighbours that stay, and new ships, are still on
  EXPECT_GT(gone, 0.7 * marked);
}

TEST(InvadersWorld, SequencesBeginAnywhereInAGame) {
  const auto world = make_preset("invaders84");
  int fewest = kPixels, most = 0, worn = kPixels, whole = 0;
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Sequence s = world->make(Rng(7, "start", index), 1);
    const int aliens = count_group(s, 0, 2) + count_group(s, 0, 3), shields = count_group(s, 0, 4);
    fewest = std::min(fewest, aliens);
    most = std::max(most, aliens);
    worn = std::min(worn, shields);
    whole = std::max(whole, shields);
  }
  EXPECT_LT(fewest, 0.2 * most);
  EXPECT_LT(worn, 0.8 * whole);
}

TEST(InvadersWorld, WithoutWarmupASequenceBeginsWithANewGame) {
  const auto world = world_from_toml("kind = \"invaders\"\nwarmup = 0", "test");
  const Sequence a = game_clip(*world, 0), b = game_clip(*world, 1);
  EXPECT_TRUE(std::equal(a.features.begin(), a.features.begin() + kPixels, b.features.begin()));
  EXPECT_NE(a.features, b.features);
}

TEST(InvadersWorld, SettingsChangeTheGame) {
  const auto calm = world_from_toml(
      "kind = \"invaders\"\ncolumns = 3\nrows = 2\nbombs = 0\nepsilon = 0.0\nwarmup = 0", "test");
  const auto full = world_from_toml("kind = \"invaders\"\nwarmup = 0", "test");
  const Sequence few = game_clip(*calm, 0), many = game_clip(*full, 0);
  // four even aliens in place of eighteen
  EXPECT_NEAR(count_group(few, 0, 2), count_group(many, 0, 2) * 4 / 18, 25);
  // without bombs and random actions nothing is left to chance
  EXPECT_EQ(few.features, game_clip(*calm, 1).features);
}

TEST(InvadersPage, ExplainsEveryKey) {
  const std::string page = read_file(rnem::testing::in_source("docs/invaders.md"));
  InvadersDef def;
  for (const auto& option : def.options()) {
    EXPECT_NE(page.find("| `" + option.key + "` |"), page.npos) << option.key;
  }
}

}  // namespace
}  // namespace rnem::worlds
