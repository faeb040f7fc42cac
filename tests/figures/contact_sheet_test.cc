#include "rnem/figures/contact_sheet.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "figures/golden.h"
#include "figures/scene.h"
#include "rnem/core/error.h"
#include "rnem/figures/object_frame.h"
#include "rnem/figures/palette.h"

namespace rnem::figures {
namespace {

int count(const Image& image, Rgb color) {
  return int(std::count(image.pixels().begin(), image.pixels().end(), color));
}

TEST(ObjectFrame, ObjectsHaveTheirColoursAndOverlapIsLight) {
  auto sequence = scene_sequence(1, 16, 2);
  const auto shape = scene_shape(16, 2);
  const auto n1 = std::count(sequence.groups.begin(), sequence.groups.end(), 1);
  const auto n2 = std::count(sequence.groups.begin(), sequence.groups.end(), 2);
  sequence.features[0] = 1;  // on, but of no object
  const Image image = object_frame(sequence, shape, 0, 2);
  EXPECT_EQ(count(image, component_color(0)), 4 * n1);
  EXPECT_EQ(count(image, component_color(1)), 4 * n2);
  EXPECT_EQ(count(image, kUngrouped), 4);
}

TEST(ObjectFrame, OnlyCollidingObjectsHaveARing) {
  const auto sequence = scene_sequence(2, 24, 3);
  const auto shape = scene_shape(24, 3);
  EXPECT_EQ(count(object_frame(sequence, shape, 0, 4), kCollision), 0);
  const Image hit = object_frame(sequence, shape, 1, 4);
  EXPECT_GT(count(hit, kCollision), 0);
  // object 3 does not collide in frame 1: every pixel of it keeps its colour
  const auto frame1 = sequence.groups.begin() + 24 * 24;
  EXPECT_EQ(count(hit, component_color(2)), 16 * std::count(frame1, frame1 + 24 * 24, 3));
  EXPECT_GT(count(hit, component_color(0)), 0) << "the ring leaves the middle";
}

TEST(ObjectFrame, FilesWithoutGroupsAndCollisionsStillShow) {
  auto sequence = scene_sequence(1, 16, 2);
  sequence.groups.clear();
  sequence.collisions.clear();
  const auto on = std::count(sequence.features.begin(), sequence.features.end(), 1);
  EXPECT_EQ(count(object_frame(sequence, scene_shape(16, 0), 0, 1), kUngrouped), on);
}

TEST(ObjectFrame, LooksAsItDidWithRingsAndCurtain) {
  auto sequence = scene_sequence(2, 24, 3);
  sequence.curtain = {8, 4, 20, 16};
  expect_golden(object_frame(sequence, scene_shape(24, 3), 1, 4), "object_frame");
}

TEST(ContactSheet, ChoosesFramesByStrideAndLimit) {
  EXPECT_EQ(chosen_frames(10, {.first = 1, .every = 4}), (std::vector<int>{1, 5, 9}));
  EXPECT_EQ(chosen_frames(10, {.every = 3, .limit = 2}), (std::vector<int>{0, 3}));
  EXPECT_TRUE(chosen_frames(3, {.first = 3}).empty());
}

TEST(ContactSheet, HasRoomForEveryFrame) {
  const auto sequence = scene_sequence(7, 16, 2);
  const Image sheet =
      contact_sheet(sequence, scene_shape(16, 2), {.scale = 3, .columns = 4}).render(1.0);
  EXPECT_GE(sheet.width(), 4 * 48);
  EXPECT_LT(sheet.width(), 5 * 48);
  EXPECT_GE(sheet.height(), 2 * 48);
  EXPECT_LT(sheet.height(), 4 * 48);
  // all seven frames are there, whole
  int expected = 0;
  for (int t = 0; t < 7; ++t) {
    expected += count(object_frame(sequence, scene_shape(16, 2), t, 3), component_color(0));
  }
  EXPECT_EQ(count(sheet, component_color(0)), expected);
}

TEST(ContactSheet, LooksAsItDid) {
  const auto sequence = scene_sequence(6, 24, 3);
  expect_golden(contact_sheet(sequence, scene_shape(24, 3), {.columns = 3}).render(1.0),
                "contact_sheet", kTextTolerance, kTextDifferent);
}

TEST(WorldOverview, FramesOfAllSizesGetOneHeight) {
  std::vector<NamedSequence> worlds;
  worlds.push_back({"small", scene_shape(14, 2), scene_sequence(3, 14, 2)});
  worlds.push_back({"large", scene_shape(28, 2), scene_sequence(3, 28, 2)});
  const Image page = world_overview(worlds, {}, 56).render(1.0);
  // a column that misses all discs is black for 56 pixels in each of the two rows
  int most = 0;
  for (int x = 0; x < page.width(); ++x) {
    int runs = 0, length = 0;
    for (int y = 0; y < page.height(); ++y) {
      if (page.at(x, y) == kBlack) {
        ++length;
      } else {
        runs += length == 56;
        length = 0;
      }
    }
    most = std::max(most, runs);
  }
  EXPECT_EQ(most, 2);
}

}  // namespace
}  // namespace rnem::figures
