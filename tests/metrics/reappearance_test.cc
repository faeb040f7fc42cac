#include "rnem/metrics/reappearance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rnem/metrics/series.h"

namespace rnem::metrics {
namespace {

constexpr int kSteps = 24, kFrames = kSteps + 1, kHit = 12, kOut = 17;
constexpr double kSide = 64;

// Two balls of radius 4. Ball 0 comes from the left, hits ball 1 in the step from frame 12 and goes
// back; both are wholly hidden in frames 10 to 15, hardly show in 16, and a tenth shows from frame
// 17 on.
ObjectTruth hidden_collision() {
  ObjectTruth truth;
  truth.frames = kFrames;
  truth.objects = 2;
  truth.radius = {4, 4};
  truth.events.assign(kFrames, 0);
  truth.events[kHit] = 1;
  double x = 10;
  for (int t = 0; t < kFrames; ++t) {
    const bool before = t <= kHit;
    truth.centre.push_back({x, 32});
    truth.centre.push_back({x + 8.5, 32});
    truth.velocity.push_back({before ? 1.0 : -1.0, 0});
    truth.velocity.push_back({before ? -1.0 : 1.0, 0});
    x += before ? 1 : -1;
    for (int o = 0; o < 2; ++o) {
      truth.hidden.push_back(t < 10 ? 0.0 : t < kOut - 1 ? 1.0 : t < kOut ? 0.95 : 0.9);
      truth.visible_centre.push_back(truth.centre[t * 2 + o]);
    }
  }
  return truth;
}

// Component 0 draws ball 0 one pixel below, component 1 draws nothing.
Tracks tracks_of(const ObjectTruth& truth) {
  Tracks tracks;
  tracks.steps = kSteps;
  tracks.k = 2;
  for (int t = 0; t < kSteps; ++t) {
    const Point& ball = truth.centre_at(t + 1, 0);
    tracks.centre.push_back({ball.x, ball.y + 1});
    tracks.centre.push_back({kUnknown, kUnknown});
  }
  tracks.drawn.assign(kSteps * 2, 0.25);
  return tracks;
}

TEST(Reappearances, CompareWhatIsDrawnWithGoingStraightOn) {
  const ObjectTruth truth = hidden_collision();
  const auto found = reappearances(truth, tracks_of(truth), {0, 1}, kSide, kSide);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_DOUBLE_EQ(found[0].error, 1.0);
  EXPECT_TRUE(std::isnan(found[1].error));
  EXPECT_DOUBLE_EQ(found[0].drawn, 0.25);
  // from frame 12 to 17: five pixels to the right in place of one to the right and four back
  EXPECT_NEAR(found[0].straight_error, 8.0, 1e-9);
}

TEST(Reappearances, StraightOnIsMirroredAtWalls) {
  ObjectTruth truth = hidden_collision();
  // shift everything so that ball 0 would run into the right wall
  const double shift = kSide - 4 - truth.centre_at(kHit, 0).x - 2;
  for (Point& centre : truth.centre) centre.x += shift;
  const auto found = reappearances(truth, tracks_of(truth), {0, 1}, kSide, kSide);
  ASSERT_EQ(found.size(), 2u);
  // two pixels to the wall and three back, against one to the right and four back
  EXPECT_NEAR(found[0].straight_error, 2.0, 1e-9);
}

TEST(Reappearances, NeedACollisionWhollyBehindTheCurtain) {
  ObjectTruth seen = hidden_collision();
  seen.hidden[kHit * 2] = seen.hidden[kHit * 2 + 1] = 0.9;
  EXPECT_TRUE(reappearances(seen, tracks_of(seen), {0, 1}, kSide, kSide).empty());

  ObjectTruth wall = hidden_collision();  // only one of them changes its way
  for (int t = 0; t < kFrames; ++t) wall.velocity[t * 2 + 1] = {1, 0};
  EXPECT_TRUE(reappearances(wall, tracks_of(wall), {0, 1}, kSide, kSide).empty());

  ObjectTruth far = hidden_collision();
  for (int t = 0; t < kFrames; ++t) far.centre[t * 2 + 1].x += 20;
  EXPECT_TRUE(reappearances(far, tracks_of(far), {0, 1}, kSide, kSide).empty());

  ObjectTruth open = hidden_collision();
  open.hidden.clear();
  EXPECT_TRUE(reappearances(open, tracks_of(open), {0, 1}, kSide, kSide).empty());
}

TEST(Reappearances, OfModelsWithOneComponentHaveNoPosition) {
  const ObjectTruth truth = hidden_collision();
  const auto found = reappearances(truth, tracks_of(truth), {}, kSide, kSide);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(std::isnan(found[0].error));
  EXPECT_DOUBLE_EQ(found[0].drawn, 0.25);
}

}  // namespace
}  // namespace rnem::metrics
