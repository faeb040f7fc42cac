#include "rnem/studio/viewer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "error_of.h"
#include "rnem/model/model_file.h"
#include "rnem/studio/busy.h"
#include "rnem/studio/record.h"
#include "rnem/studio/viewers.h"
#include "rnem/training/fitted_config.h"
#include "studio/scenes.h"
#include "temporary_folder.h"

namespace rnem::studio {
namespace {

using rnem::testing::ball_model;
using rnem::testing::ball_scene;
using rnem::testing::ball_viewer;
using rnem::testing::count_records;
using rnem::testing::error_of;
using rnem::testing::field;
using rnem::testing::in_source;
using rnem::testing::model_part;
using rnem::testing::truth_plane;
using ::testing::HasSubstr;

constexpr std::size_t kStep = 4, kFlags = 8, kK = 9, kObjects = 10, kDiscs = 18, kError = 24,
                      kHeld = 28, kMilliseconds = 40, kFirstDisc = 44;
constexpr std::uint8_t kAloneFlag = 1, kPredictsFlag = 2, kInsideFlag = 4;

// All but what the clock says.
std::string timeless(std::string record) {
  record.replace(kMilliseconds, sizeof(float), sizeof(float), '\0');
  return record;
}

TEST(Viewer, ShowsTheTruthFirstAndPredictsFromThenOn) {
  Viewer viewer = ball_viewer();
  const std::string now = viewer.advance({.steps = 0});
  EXPECT_EQ(count_records(now), 1U);
  EXPECT_EQ(field<std::uint32_t>(now, kStep), 0U);
  EXPECT_EQ(field<std::uint8_t>(now, kFlags) & kPredictsFlag, 0);
  const std::string next = viewer.advance({.steps = 3});
  EXPECT_EQ(count_records(next), 3U);
  EXPECT_NE(field<std::uint8_t>(next, kFlags) & kPredictsFlag, 0);
  EXPECT_EQ(field<std::uint8_t>(next, kK), 5);
  EXPECT_EQ(field<std::uint8_t>(next, kObjects), 4);
  EXPECT_EQ(viewer.step(), 3U);
}

TEST(Viewer, FollowsTheBallsWhileItWatches) {
  Viewer viewer = ball_viewer();
  viewer.advance({.steps = 15});
  const std::string now = viewer.advance({});
  EXPECT_LT(field<float>(now, kError), 1.5F);
  EXPECT_EQ(field<float>(now, kHeld), 4.0F);
}

TEST(Viewer, LetGoItKeepsTheBallsOfTheMoment) {
  Viewer viewer = ball_viewer({.rule = "noisy"});
  viewer.advance({.steps = 12});
  const std::string now = viewer.advance({.alone = true});
  EXPECT_NE(field<std::uint8_t>(now, kFlags) & kAloneFlag, 0);
  EXPECT_GE(field<float>(now, kHeld), 3.0F);
  EXPECT_LT(field<float>(now, kError), 2.0F);
}

TEST(Viewer, GoingBackAndOnGivesTheSameBytes) {
  Viewer viewer = ball_viewer({.noise = 0.1});
  viewer.advance({.steps = 13});
  const std::string first = viewer.advance({.alone = true, .inside = true});
  viewer.advance({.steps = 9, .alone = true});
  const std::string again = viewer.advance({.from = 13, .alone = true, .inside = true});
  EXPECT_EQ(timeless(again), timeless(first));
  EXPECT_EQ(viewer.step(), 14U);
}

TEST(Viewer, GoesBackAcrossAnEditToWhatWasSeen) {
  Viewer viewer = ball_viewer();
  viewer.advance({.steps = 5});
  const std::string held =
      viewer.advance({.edits = {{.kind = Edit::Kind::kHold, .object = 0, .x = 30, .y = 30}}});
  viewer.advance({.steps = 4});
  viewer.advance({.steps = 0, .from = 6});
  EXPECT_EQ(viewer.advance({.steps = 0}).size(), held.size());
  EXPECT_THAT(error_of([&] { viewer.advance({.from = 50}); }), HasSubstr("a step from 0 to 6"));
}

TEST(Viewer, CannotGoBackForEver) {
  Viewer viewer = ball_viewer();
  for (int i = 0; i < 8; ++i) viewer.advance({.steps = Advance::kMostSteps});
  EXPECT_THAT(error_of([&] { viewer.advance({.from = 1}); }), HasSubstr("expected a step from 1"));
  EXPECT_EQ(count_records(viewer.advance({.from = 300})), 1U);
  EXPECT_EQ(viewer.step(), 301U);
}

TEST(Viewer, ADraggedBallIsWhereTheHandIs) {
  Viewer viewer = ball_viewer();
  viewer.advance({.steps = 3});
  const std::string now = viewer.advance(
      {.steps = 4, .edits = {{.kind = Edit::Kind::kHold, .object = 2, .x = 40, .y = 20}}});
  std::size_t last = 0;
  for (std::size_t at = 0; at < now.size(); at += field<std::uint32_t>(now, 0, at)) last = at;
  EXPECT_NEAR(field<float>(now, kFirstDisc + 2 * 24, last), 40, 12);
  EXPECT_NEAR(field<float>(now, kFirstDisc + 2 * 24 + 4, last), 20, 12);
  EXPECT_EQ(field<float>(now, kFirstDisc + 2 * 24 + 8, last), 0.0F);  // its speed
}

TEST(Viewer, WhatIsDrawnIsSeenUntilItIsCleared) {
  const auto drawn = [](const std::string& record) {
    const auto plane = truth_plane(record);
    return std::count(plane.begin(), plane.end(), 255);
  };
  Viewer viewer = ball_viewer();
  viewer.advance({.steps = 2});
  const Edit draw{.kind = Edit::Kind::kDraw, .radius = 4, .points = {32, 32, 34, 32}};
  EXPECT_GT(drawn(viewer.advance({.steps = 0, .edits = {draw}})), 10);
  EXPECT_GT(drawn(viewer.advance({})), 10);
  Edit erase = draw;
  erase.kind = Edit::Kind::kErase;
  EXPECT_EQ(drawn(viewer.advance({.edits = {erase}})), 0);
  EXPECT_GT(drawn(viewer.advance({.edits = {draw}})), 10);
  EXPECT_EQ(drawn(viewer.advance({.edits = {{.kind = Edit::Kind::kClear}}})), 0);
}

TEST(Viewer, TakesOtherComponentsAndNoiseOnTheWay) {
  Viewer viewer = ball_viewer();
  viewer.advance({.steps = 4});
  EXPECT_EQ(field<std::uint8_t>(viewer.advance({.noise = 0.2, .k = 8}), kK), 8);
  EXPECT_EQ(viewer.k(), 8);
  EXPECT_THAT(error_of([&] { viewer.advance({.k = 1000}); }), HasSubstr("k: expected"));
  EXPECT_EQ(viewer.k(), 8);
  // and has those of then when it goes back
  EXPECT_EQ(field<std::uint8_t>(viewer.advance({.from = 2}), kK), 5);
}

TEST(Viewer, ShowsItsInsideOnDemand) {
  Viewer viewer = ball_viewer();
  viewer.advance({.steps = 2});
  const std::string inside = viewer.advance({.inside = true}), outside = viewer.advance({});
  EXPECT_NE(field<std::uint8_t>(inside, kFlags) & kInsideFlag, 0);
  EXPECT_GT(inside.size(), 3 * outside.size());
  EXPECT_EQ(field<std::uint16_t>(outside, kDiscs), 4);
}

// Networks that know the game's size and actions, untrained.
std::shared_ptr<const Model> game_model() {
  const rnem::testing::TemporaryFolder folder;
  const training::TrainConfig config = training::fit_to_data(
      training::read_config("", {"data.train=live:invaders84"}), [](const std::string&) {});
  const std::string file = (folder / "game.safetensors").string();
  model::save_model(file, *model::Model::create(config, 1), {});
  return std::make_shared<const Model>(Model::load(file, rnem::testing::fast_runtime()));
}

TEST(Viewer, TheGameIsPlayedOutsideAndInsideTheModel) {
  const auto model = game_model();
  ASSERT_EQ(model->actions(), 6);
  const auto played = [&](int action, bool alone) {
    Viewer viewer(model, open_game(1), {});
    viewer.advance({.steps = 2, .action = 0});
    return viewer.advance({.alone = alone, .inside = true, .action = action});
  };
  // the ship's way in the game, and the model's prediction of it
  EXPECT_NE(truth_plane(played(2, false)), truth_plane(played(3, false)));
  EXPECT_NE(model_part(played(2, true)), model_part(played(3, true)));
  EXPECT_EQ(model_part(played(2, true)), model_part(played(2, true)));
}

TEST(Viewer, InARecordingTheVisitorPlaysOnlyInsideTheModel) {
  const auto model = game_model();
  const auto played = [&](int action, bool alone) {
    Viewer viewer(model, open_scene(open_source(in_source("models/space-invaders-clip.h5"), 1), 0),
                  {});
    viewer.advance({.steps = 2, .action = action});
    return viewer.advance({.alone = alone, .inside = true, .action = action});
  };
  // watching, the model is told what the recorded player did
  EXPECT_EQ(timeless(played(2, false)), timeless(played(3, false)));
  EXPECT_EQ(truth_plane(played(2, true)), truth_plane(played(3, true)));
  EXPECT_NE(model_part(played(2, true)), model_part(played(3, true)));
}

TEST(Viewer, SaysWhatDoesNotFit) {
  EXPECT_THAT(error_of([] { Viewer(ball_model(), ball_scene("shapes28"), {}); }),
              HasSubstr("looks at 64x64 pixels, the scene has 28x28"));
  Viewer viewer = ball_viewer();
  EXPECT_THAT(error_of([&] { viewer.advance({.steps = 1000}); }), HasSubstr("steps: expected"));
}

TEST(Record, PackedZerosComeBack) {
  for (const int length : {0, 1, 2, 255, 256, 600}) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(length));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = static_cast<std::uint8_t>(i % 7 < 3 || i > 300 ? i * 37 : 0);
    }
    std::vector<std::uint8_t> back;
    const std::string packed = pack_zeros(bytes);
    for (std::size_t at = 0; at < packed.size();) {
      back.insert(back.end(), static_cast<std::uint8_t>(packed[at]), 0);
      const auto count = static_cast<std::uint8_t>(packed[at + 1]);
      back.insert(back.end(), packed.begin() + at + 2, packed.begin() + at + 2 + count);
      at += 2 + count;
    }
    EXPECT_EQ(back, bytes);
  }
  EXPECT_LE(pack_zeros(std::vector<std::uint8_t>(4096)).size(), 40U);
}

TEST(Viewers, AreForgottenWhenIdleAndLimitedInNumber) {
  Engine engine;
  const auto viewer = [] {
    return std::make_unique<Viewer>(ball_model(), ball_scene(), ViewerSettings{});
  };
  Viewers few(engine, {.most = 2});
  const std::string first = few.add(viewer());
  EXPECT_EQ(first.size(), 32U);
  few.add(viewer());
  EXPECT_THROW(few.add(viewer()), Busy);
  EXPECT_EQ(count_records(few.advance(first, {.steps = 2})), 2U);
  few.remove(first);
  EXPECT_THROW(few.advance(first, {}), NotFoundError);

  Viewers hasty(engine, {.idle = std::chrono::seconds(0)});
  const std::string soon = hasty.add(viewer());
  while (hasty.count() > 0) hasty.forget_idle();
  EXPECT_THROW(hasty.advance(soon, {}), NotFoundError);
}

}  // namespace
}  // namespace rnem::studio
