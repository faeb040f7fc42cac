#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "rnem/metrics/object_tracks.h"
#include "rnem/metrics/object_truth.h"

namespace rnem::metrics {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(ComponentCentres, WeighsOnPixelsAndIgnoresTheDarkRest) {
  torch::Tensor psi = torch::full({1, 2, 12}, 0.05);  // 3 rows of 4, everything below threshold
  psi[0][0][1 * 4 + 2] = 0.9;                         // row 1, column 2
  psi[0][0][1 * 4 + 3] = 0.3;
  const torch::Tensor centres = component_centres(psi, 4);
  EXPECT_NEAR(centres[0][0][0].item<double>(), (2.5 * 0.9 + 3.5 * 0.3) / 1.2, 1e-6);
  EXPECT_NEAR(centres[0][0][1].item<double>(), 1.5, 1e-6);
  EXPECT_TRUE(std::isnan(centres[0][1][0].item<double>()));
}

TEST(ObjectTruth, FallsBackToTheMasksWithoutPositions) {
  worlds::Shape shape{.height = 2, .width = 4, .max_objects = 2};
  worlds::Sequence sequence;
  sequence.frames = 1;
  sequence.objects = 2;
  const std::vector<std::uint8_t> groups = {1, 1, 0, 0,  //
                                            1, 1, 0, 0};
  const ObjectTruth truth = object_truth(sequence, shape, groups, {});
  EXPECT_DOUBLE_EQ(truth.centre_at(0, 0).x, 1.0);
  EXPECT_DOUBLE_EQ(truth.centre_at(0, 0).y, 1.0);
  EXPECT_FALSE(truth.centre_at(0, 1).known());
  EXPECT_FALSE(colliding_pairs(truth, 0).has_value());
}

// Three discs of radius 1 on a line; frames of 10 x 20.
ObjectTruth three_discs(const std::vector<int>& struck) {
  ObjectTruth truth;
  truth.frames = 1;
  truth.objects = 3;
  truth.centre = {{2, 5}, {4.5, 5}, {12, 5}};
  truth.velocity = {{1, 0}, {0, 0}, {0, 0}};
  truth.radius = {1, 1, 1};
  truth.strikes.assign(3, 0);
  for (const int o : struck) truth.strikes[o] = 1;
  truth.events.assign(1, struck.empty() ? 0 : 1);
  return truth;
}

TEST(CollidingPairs, NeedNoGeometryForTwoAndUseItForMore) {
  EXPECT_EQ(colliding_pairs(three_discs({}), 0).value(), std::vector<std::uint8_t>(9, 0));
  EXPECT_EQ(colliding_pairs(three_discs({0, 2}), 0).value(),
            (std::vector<std::uint8_t>{0, 0, 1, 0, 0, 0, 1, 0, 0}));
  // 0 and 1 are half a unit apart and close by one; 2 is far from both
  EXPECT_EQ(colliding_pairs(three_discs({0, 1, 2}), 0).value(),
            (std::vector<std::uint8_t>{0, 1, 0, 1, 0, 0, 0, 0, 0}));
}

TEST(CollidingPairs, ACollisionBehindTheCurtainCannotBeTold) {
  ObjectTruth truth = three_discs({});
  truth.events[0] = 1;
  EXPECT_FALSE(colliding_pairs(truth, 0).has_value());
  EXPECT_FALSE(colliding_pairs(three_discs({1}), 0).has_value());
}

// Two objects that stand still at x = 2 and x = 8 for `steps` steps.
ObjectTruth two_objects(int steps) {
  ObjectTruth truth;
  truth.frames = steps + 1;
  truth.objects = 2;
  for (int t = 0; t <= steps; ++t) {
    truth.centre.push_back({2, 5});
    truth.centre.push_back({8, 5});
  }
  return truth;
}

// Component centres and the leading component of every object at each step.
Tracks tracks_of(int steps, int k, const std::function<Point(int, int)>& centre,
                 const std::function<int(int, int)>& leading) {
  Tracks tracks;
  tracks.steps = steps;
  tracks.k = k;
  tracks.owned.assign(steps * 2 * k, 0);
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < k; ++i) tracks.centre.push_back(centre(t, i));
    for (int o = 0; o < 2; ++o) tracks.owned[(t * 2 + o) * k + leading(t, o)] = 50;
  }
  return tracks;
}

TEST(Matching, FollowsTheMeanOverTimeNotASingleStep) {
  // component 1 sits on object 0 but for one step; component 2 is empty
  const auto centre = [](int t, int i) -> Point {
    if (i == 2) return {kNaN, kNaN};
    return (i == 1) != (t == 3) ? Point{2, 6} : Point{8, 5};
  };
  const ObjectTruth truth = two_objects(8);
  const Tracks tracks = tracks_of(8, 3, centre, [](int, int o) { return 1 - o; });
  const auto component_of = match_components(truth, tracks, 0, 8, 20);
  EXPECT_EQ(component_of, (std::vector<int>{1, 0}));
  EXPECT_DOUBLE_EQ(position_error(truth, tracks, component_of, 0), 0.5);  // 1 and 0 pixels
  EXPECT_NEAR(position_error(truth, tracks, component_of, 3), (6 + std::hypot(6, 1)) / 2, 1e-12);
}

TEST(Ownership, CountsSwitchesOfSettledSteps) {
  const ObjectTruth truth = two_objects(20);
  const auto anywhere = [](int, int) { return Point{1, 1}; };
  // object 0 changes hands at steps 5 (before anything counts), 15 and 17
  const auto leading = [](int t, int o) {
    if (o == 1) return 2;
    return t < 5 ? 1 : t == 15 || t == 16 ? 1 : 0;
  };
  const Ownership owned = ownership(truth, tracks_of(20, 3, anywhere, leading));
  EXPECT_EQ(owned.switches, 2);
  EXPECT_EQ(owned.found, 2);
}

TEST(Ownership, SharedComponentsFindNothing) {
  const ObjectTruth truth = two_objects(20);
  const auto anywhere = [](int, int) { return Point{1, 1}; };
  EXPECT_EQ(ownership(truth, tracks_of(20, 1, anywhere, [](int, int) { return 0; })).found, 0);
  EXPECT_EQ(ownership(truth, tracks_of(20, 3, anywhere, [](int, int) { return 1; })).found, 0);
  EXPECT_EQ(ownership(truth, tracks_of(20, 3, anywhere, [](int, int o) { return o; })).found, 2);
}

TEST(HiddenTracking, ComparesTheComponentBeforeAndAfter) {
  ObjectTruth truth = two_objects(20);
  truth.hidden.assign(21 * 2, 0.0);
  for (int frame = 14; frame < 17; ++frame) truth.hidden[frame * 2] = 1.0;
  const auto centre = [](int, int i) { return i == 0 ? Point{2, 8} : Point{8, 5}; };
  for (const bool returns : {true, false}) {
    Tracks tracks = tracks_of(20, 3, centre,
                              [&](int t, int o) { return o == 0 && t >= 16 && !returns ? 2 : o; });
    for (int t = 13; t < 16; ++t) tracks.owned[(t * 2 + 0) * 3 + 0] = 0;  // not seen
    const HiddenTracking result = hidden_tracking(truth, tracks, {0, 1});
    EXPECT_EQ(result.hidden, 3);
    EXPECT_EQ(result.positions, 3);
    EXPECT_DOUBLE_EQ(result.error_sum, 9.0);
    EXPECT_EQ(result.returns, 1);
    EXPECT_EQ(result.same, returns ? 1 : 0);
  }
}

}  // namespace
}  // namespace rnem::metrics
