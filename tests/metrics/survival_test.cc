#include "rnem/metrics/survival.h"

#include <gtest/gtest.h>

#include <cmath>

#include "evaluation/scripted_model.h"

namespace rnem::metrics {
namespace {

// Two components over steps of (pixels, patches) each.
Outlines outlines_of(const std::vector<std::array<int, 4>>& steps) {
  Outlines outlines;
  outlines.k = 2;
  for (const auto& [pixels0, patches0, pixels1, patches1] : steps) {
    ++outlines.steps;
    outlines.pixels.insert(outlines.pixels.end(), {pixels0, pixels1});
    outlines.patches.insert(outlines.patches.end(), {patches0, patches1});
  }
  return outlines;
}

TEST(Outlines, CountsPixelsAboveAHalfAndTheirPatches) {
  torch::Tensor psi = rnem::testing::discs_of(
      {{{.x = 10, .y = 10, .radius = 5}, {.x = 20, .y = 20, .radius = 3}}}, 32)[0];
  psi[1][0] = 1.0;                  // a speck
  psi[1].slice(0, 100, 106) = 1.0;  // a patch of six in a row
  Outlines outlines{.steps = 1, .k = 2, .pixels = {0, 0}, .patches = {0, 0}};
  add_outlines(psi, 32, 32, 0, outlines);
  EXPECT_NEAR(outlines.radius(0, 0), 5.0, 0.1);
  EXPECT_EQ(outlines.patches, (std::vector<int>{1, 2}));
}

TEST(Survival, AsksForOnePatchOfTheSizeThatWasLetGo) {
  const Survival life = survival(outlines_of({{100, 1, 50, 1},  // observed
                                              {100, 1, 50, 1},  // let go
                                              {109, 1, 46, 1},  // radii 4 % larger and smaller
                                              {112, 1, 50, 1},  // 6 % larger
                                              {100, 2, 50, 1},  // fell apart
                                              {0, 0, 0, 0}}),   // gone
                                 2);
  EXPECT_EQ(life.held, 2);
  EXPECT_TRUE(std::isnan(life.share[0]) && std::isnan(life.share[1]));
  EXPECT_EQ(std::vector<double>(life.share.begin() + 2, life.share.end()),
            (std::vector<double>{1.0, 0.5, 0.5, 0.0}));
  EXPECT_EQ(std::vector<double>(life.all.begin() + 2, life.all.end()),
            (std::vector<double>{1.0, 0.0, 0.0, 0.0}));
}

TEST(Survival, ComponentsThatHeldNothingDoNotCount) {
  // the second is empty when let go and wakes up later
  const Survival life = survival(outlines_of({{100, 1, 0, 0}, {100, 1, 50, 1}}), 1);
  EXPECT_EQ(life.held, 1);
  EXPECT_EQ(life.share[1], 1.0);
  const Survival none = survival(outlines_of({{9, 2, 0, 0}, {100, 1, 50, 1}}), 1);
  EXPECT_EQ(none.held, 0);
  EXPECT_TRUE(std::isnan(none.share[1]));
}

}  // namespace
}  // namespace rnem::metrics
