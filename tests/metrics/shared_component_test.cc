#include "rnem/metrics/shared_component.h"

#include <gtest/gtest.h>

namespace rnem::metrics {
namespace {

TEST(SharedComponent, LooksAtTheLeadersOfTheChosenSteps) {
  ObjectTruth truth;
  truth.objects = 2;
  Tracks tracks;
  tracks.steps = 2, tracks.k = 3;
  // step 0: component 0 leads both; step 1: each its own; object 1 by more pixels than before
  tracks.owned = {9, 1, 0, 8, 0, 0, /**/ 9, 0, 0, 0, 9, 0};
  EXPECT_TRUE(shares_component(truth, tracks, 0, 1));
  EXPECT_FALSE(shares_component(truth, tracks, 1, 2));
  EXPECT_FALSE(shares_component(truth, tracks, 0, 2));
  tracks.owned.assign(12, 0);  // nothing is seen, so nothing is shared
  EXPECT_FALSE(shares_component(truth, tracks, 0, 2));
}

}  // namespace
}  // namespace rnem::metrics
