#include "rnem/tracking/lives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rnem::tracking {
namespace {

using ::testing::ElementsAre;

Held disc(double x, double y, std::int64_t pixels = 80) { return {pixels, x, y}; }
constexpr Held kNothing{};

TEST(Lives, AComponentKeepsItsObjectAndCountsAfterSomeFrames) {
  Lives lives(2, {});
  EXPECT_THAT(lives.next({disc(10, 10), kNothing}), ElementsAre(1, 0));
  EXPECT_FALSE(lives.confirmed(1));
  EXPECT_THAT(lives.next({disc(12, 10), kNothing}), ElementsAre(1, 0));
  EXPECT_THAT(lives.next({disc(14, 10), disc(40, 40)}), ElementsAre(1, 2));
  EXPECT_TRUE(lives.confirmed(1));
  EXPECT_FALSE(lives.confirmed(2));
}

TEST(Lives, SpecksAreNobody) {
  Lives lives(1, {.smallest = 4});
  EXPECT_THAT(lives.next({disc(10, 10, 3)}), ElementsAre(0));
  EXPECT_THAT(lives.next({disc(10, 10, 4)}), ElementsAre(1));
}

TEST(Lives, HiddenForShortItIsTheSameForLongAnother) {
  Lives lives(1, {.patience = 5});
  lives.next({disc(10, 10)});
  for (int i = 0; i < 4; ++i) lives.next({kNothing});
  EXPECT_THAT(lives.next({disc(12, 10)}), ElementsAre(1));
  for (int i = 0; i < 5; ++i) lives.next({kNothing});
  EXPECT_THAT(lives.next({disc(12, 10)}), ElementsAre(2));
}

TEST(Lives, AComponentThatStartsAnewElsewhereIsAnother) {
  Lives lives(1, {});
  lives.next({disc(10, 10)});
  EXPECT_THAT(lives.next({disc(50, 50)}), ElementsAre(2));
}

TEST(Lives, WithoutAPlaceWhoWasHiddenMayHaveGoneOnAPixelAFrame) {
  for (const bool near : {true, false}) {
    Lives lives(1, {.jump = 8});
    lives.next({disc(10, 10)});
    for (int i = 0; i < 10; ++i) lives.next({kNothing});
    EXPECT_THAT(lives.next({disc(near ? 27 : 29, 10)}), ElementsAre(near ? 1 : 2));
  }
}

TEST(Lives, WhoWasCarriedWhileHiddenIsTheSameFarAway) {
  Lives lives(1, {});
  lives.next({disc(10, 10)});
  for (int i = 0; i < 10; ++i) lives.next({kNothing});
  EXPECT_THAT(lives.next({Held{80, 50, 10, 49, 11, true}}), ElementsAre(1));
}

TEST(Lives, HalvesOfADiscAreOneObjectUntilTheyPart) {
  Lives lives(2, {});
  lives.next({disc(20, 20, 160), kNothing});
  // a disc of radius 7.1 in halves: their middles are 6 apart
  EXPECT_THAT(lives.next({disc(17, 20), disc(23, 20)}), ElementsAre(1, 1));
  EXPECT_THAT(lives.next({disc(16, 20), disc(24, 20)}), ElementsAre(1, 1));
  EXPECT_THAT(lives.next({disc(12, 20), disc(30, 20)}), ElementsAre(1, 2));
  // and from then on they are two, however near
  EXPECT_THAT(lives.next({disc(17, 20), disc(24, 20)}), ElementsAre(1, 2));
}

TEST(Lives, DiscsThatTouchAreTwo) {
  Lives lives(2, {});
  lives.next({disc(20, 20, 80), kNothing});
  // two discs of radius 5
  EXPECT_THAT(lives.next({disc(20, 20), disc(30, 20)}), ElementsAre(1, 2));
}

TEST(Lives, WhoTakesOverInTheNextFrameCarriesTheObjectOn) {
  Lives lives(2, {});
  lives.next({disc(20, 20), kNothing});
  EXPECT_THAT(lives.next({kNothing, disc(21, 20)}), ElementsAre(0, 1));
}

}  // namespace
}  // namespace rnem::tracking
