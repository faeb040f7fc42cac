#include "rnem/studio/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "error_of.h"
#include "rnem/studio/disc_scene.h"
#include "studio/scenes.h"

namespace rnem::studio {
namespace {

using rnem::testing::ball_scene;
using rnem::testing::error_of;
using rnem::testing::in_source;
using ::testing::HasSubstr;

int lit(const Shown& shown) { return std::accumulate(shown.pixels.begin(), shown.pixels.end(), 0); }

double gap(const worlds::Disc& a, const worlds::Disc& b) {
  return std::hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius;
}

TEST(Scene, ShowsTheFramesOfItsSequence) {
  const std::shared_ptr<const Source> source = open_source("live:balls4mass64", 7);
  const auto sequence = source->get(Split::kTest, 3, 0, 12);
  const auto scene = open_scene(source, 3);
  for (int t = 0; t < 12; ++t) {
    const auto begin = sequence.features.begin() + t * 64 * 64;
    ASSERT_EQ(scene->shown().pixels, std::vector<std::uint8_t>(begin, begin + 64 * 64)) << t;
    scene->advance(0);
  }
}

TEST(Scene, HidesWhatIsBehindTheCurtain) {
  const auto scene = ball_scene("balls3curtain64");
  const Shown now = scene->shown();
  ASSERT_EQ(now.curtain.size(), 4U);
  for (int y = static_cast<int>(now.curtain[1]); y < now.curtain[3]; ++y) {
    for (int x = static_cast<int>(now.curtain[0]); x < now.curtain[2]; ++x) {
      ASSERT_EQ(now.pixels[y * 64 + x], 0);
    }
  }
}

TEST(Scene, APlacedBallIsThereAndStandsStill) {
  const auto scene = ball_scene();
  ASSERT_TRUE(scene->place(0, 32, 32));
  const auto disc = scene->shown().discs[0];
  EXPECT_NEAR(std::hypot(disc.x - 32, disc.y - 32), 0, 15);  // off the others, if they are there
  EXPECT_EQ(disc.vx, 0);
  EXPECT_EQ(disc.vy, 0);
}

TEST(Scene, NoHandPutsBallsIntoEachOtherOrTheWall) {
  const auto scene = ball_scene();
  for (const auto& [x, y] : {std::pair{-50.0, 20.0}, {500.0, 500.0}, {0.0, 0.0}}) {
    scene->place(1, x, y);
    const auto other = scene->shown().discs[0];
    scene->place(2, other.x + 0.5, other.y);
    scene->place(3, other.x, other.y);
    const auto discs = scene->shown().discs;
    for (std::size_t i = 0; i < discs.size(); ++i) {
      EXPECT_GE(discs[i].x - discs[i].radius, -1e-6);
      EXPECT_LE(discs[i].x + discs[i].radius, 64 + 1e-6);
      // balls that the world itself let overlap are not ours to part
      if (i > 0) EXPECT_GE(gap(discs[0], discs[i]), -1.0) << i;
    }
  }
  EXPECT_FALSE(scene->place(0, NAN, 3));
  EXPECT_FALSE(scene->place(99, 3, 3));
}

TEST(Scene, AThrownBallFliesAndNoneIsTooFast) {
  const auto scene = ball_scene();
  ASSERT_TRUE(scene->throw_disc(0, 1000, 0));
  EXPECT_NEAR(scene->shown().discs[0].vx, DiscScene::kFastest * 64, 1e-6);
  ASSERT_TRUE(scene->throw_disc(0, 0, -0.5));
  const double y = scene->shown().discs[0].y;
  scene->advance(0);
  EXPECT_NE(scene->shown().discs[0].y, y);
}

TEST(Scene, BallsComeAndGoWithinLimits) {
  const auto scene = ball_scene();
  const int before = lit(scene->shown());
  ASSERT_TRUE(scene->remove(0));
  EXPECT_EQ(scene->shown().discs.size(), 3U);
  EXPECT_LT(lit(scene->shown()), before);
  for (int i = 0; i < 30; ++i) scene->add(8 + 7 * (i % 7), 8 + 9 * (i / 7), 3, 1);
  EXPECT_LE(scene->shown().discs.size(), DiscScene::kMostDiscs);
  for (int i = 0; i < 30; ++i) scene->remove(0);
  EXPECT_EQ(scene->shown().discs.size(), 1U);
  ASSERT_TRUE(scene->change(0, 10, 3));
  EXPECT_NEAR(scene->shown().discs[0].radius, 10, 1e-6);
  EXPECT_EQ(scene->shown().discs[0].mass, 3);
}

TEST(Scene, ACopyGoesItsOwnWay) {
  const auto scene = ball_scene();
  scene->advance(0);
  const auto copy = scene->copy();
  EXPECT_EQ(copy->shown().pixels, scene->shown().pixels);
  for (int t = 0; t < 5; ++t) copy->advance(0), scene->advance(0);
  EXPECT_EQ(copy->shown().pixels, scene->shown().pixels);
  copy->remove(0);
  EXPECT_NE(copy->shown().pixels, scene->shown().pixels);
}

TEST(Scene, FilmsBeginAgain) {
  const auto scene = ball_scene("flying3shapes28");
  EXPECT_FALSE(scene->has_discs());
  EXPECT_FALSE(scene->place(0, 1, 1));
  const auto first = scene->shown().pixels;
  scene->advance(0);
  EXPECT_NE(scene->shown().pixels, first);
  for (int t = 1; t < 200; ++t) scene->advance(0);
  EXPECT_EQ(scene->shown().pixels, first);
}

TEST(Scene, ARecordingKnowsWhatItsPlayerDid) {
  const std::shared_ptr<const Source> source =
      open_source(in_source("models/space-invaders-clip.h5"), 1);
  const auto sequence = source->get(Split::kTest, 1, 0, source->frames());
  const int actions = source->shape().actions;
  const auto scene = open_scene(source, 1);
  EXPECT_TRUE(scene->is_recorded_game());
  EXPECT_FALSE(scene->is_game());
  for (int t = 0; t < sequence.frames; ++t) {
    ASSERT_EQ(sequence.actions[t * actions + scene->action_taken(0)], 1) << t;
    scene->advance(0);
  }
  EXPECT_EQ(ball_scene()->action_taken(4), 4);  // nobody else decides
}

TEST(Scene, TheGameIsPlayed) {
  const auto game = open_game(1);
  EXPECT_TRUE(game->is_game());
  const auto copy = game->copy();
  for (int t = 0; t < 10; ++t) game->advance(2), copy->advance(3);  // right, left
  EXPECT_NE(game->shown().pixels, copy->shown().pixels);
  EXPECT_GT(game->lives(), 0);
}

TEST(Scene, SaysWhichSequenceThereIsNot) {
  EXPECT_THAT(error_of([] { open_scene(open_source("live:balls4mass64", 1), -1); }),
              HasSubstr("no sequence -1"));
}

}  // namespace
}  // namespace rnem::studio
