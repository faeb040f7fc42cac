#include "rnem/metrics/births.h"

#include <gtest/gtest.h>

namespace rnem::metrics {
namespace {

// One sequence of two objects and two components, from (object 0 by component 0 and 1, object 1 by
// component 0 and 1) of every step.
struct Story {
  ObjectTruth truth;
  Tracks tracks;
};
Story story(const std::vector<std::array<std::int64_t, 4>>& steps) {
  Story s;
  s.truth.objects = 2;
  s.tracks.k = 2;
  for (const auto& step : steps) {
    ++s.tracks.steps;
    s.tracks.owned.insert(s.tracks.owned.end(), step.begin(), step.end());
  }
  s.truth.frames = s.tracks.steps + 1;
  return s;
}

TEST(Holds, TakesMoreThanHalfOfBothTogether) {
  const Story s = story({{60, 40, 0, 0},      // most of the object
                         {100, 0, 100, 0},    // a component of two objects holds neither
                         {100, 0, 40, 60}});  // 100 of 140
  EXPECT_TRUE(holds(s.tracks, 2, 0, 0, 0));
  EXPECT_FALSE(holds(s.tracks, 2, 0, 0, 1));
  EXPECT_FALSE(holds(s.tracks, 2, 1, 0, 0));
  EXPECT_FALSE(holds(s.tracks, 2, 1, 1, 0));
  EXPECT_TRUE(holds(s.tracks, 2, 2, 0, 0));
  EXPECT_TRUE(holds(s.tracks, 2, 2, 1, 1));
}

TEST(Births, CountsFromHalfVisibleToAComponentOfItsOwn) {
  const Story s = story({{100, 0, 0, 0},
                         {100, 0, 20, 0},  // a fifth of the second is there
                         {100, 0, 60, 0},  // appears
                         {100, 0, 100, 0},
                         {100, 0, 30, 70},  // born
                         {100, 0, 0, 100}});
  const auto found = births(s.truth, s.tracks);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_FALSE(found[0].from_nothing);
  EXPECT_EQ(found[0].step, 0);
  EXPECT_EQ(found[0].waited, 0);
  EXPECT_TRUE(found[1].from_nothing);
  EXPECT_EQ(found[1].object, 1);
  EXPECT_EQ(found[1].step, 2);
  EXPECT_EQ(found[1].waited, 2);
  EXPECT_EQ(found[1].chance, 4);
}

TEST(Births, SizesAreThoseOfDiscsWhereRadiiAreKnown) {
  Story s = story({{100, 0, 0, 0}, {100, 0, 0, 40}, {100, 0, 0, 60}});
  s.truth.radius = {5.64, 5.64};  // 100 pixels
  const auto found = births(s.truth, s.tracks);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].step, 2);  // of 60 pixels at the most, 40 would be more than a half
}

TEST(Births, AnObjectMayComeMoreThanOnce) {
  const Story s = story({{100, 0, 0, 100},
                         {100, 0, 0, 40},  // half behind the curtain is no death
                         {100, 0, 0, 100},
                         {100, 0, 0, 0},
                         {100, 0, 100, 0},  // and back, taken by the wrong one
                         {100, 0, 100, 0}});
  const auto found = births(s.truth, s.tracks);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_FALSE(found[1].from_nothing);
  EXPECT_TRUE(found[2].from_nothing);
  EXPECT_EQ(found[2].step, 4);
  EXPECT_EQ(found[2].waited, -1);
  EXPECT_EQ(found[2].chance, 2);
}

TEST(BirthCount, LeavesOutThoseThatHadNoChance) {
  BirthCount count;
  count.add({.waited = 0, .chance = 1});
  count.add({.waited = 5, .chance = 20});
  count.add({.waited = 7, .chance = 20});
  count.add({.waited = -1, .chance = 20});
  count.add({.waited = -1, .chance = kSoon});  // gone too soon to tell
  EXPECT_EQ(count.count, 4);
  EXPECT_EQ(count.born, 3);
  EXPECT_EQ(count.soon, 2);
  EXPECT_EQ(count.waited, 12);
}

}  // namespace
}  // namespace rnem::metrics
