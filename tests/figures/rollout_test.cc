#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "figures/golden.h"
#include "figures/scene.h"
#include "rnem/core/error.h"
#include "rnem/figures/animation.h"
#include "rnem/figures/attention_graph.h"
#include "rnem/figures/attention_sheet.h"
#include "rnem/figures/palette.h"
#include "rnem/figures/rollout_strips.h"
#include "rnem/figures/sequence_sheet.h"

namespace rnem::figures {
namespace {

constexpr int kSide = 24, kPixels = kSide * kSide;

int count(const Image& image, Rgb color) {
  return int(std::count(image.pixels().begin(), image.pixels().end(), color));
}

// A perfect model of the scene: component c predicts object c + 1, the last one nothing. Each
// attends to the next one.
Rollout scene_rollout(int steps, int k) {
  const auto scene = scene_sequence(steps + 1, kSide, k - 1);
  Rollout r{.steps = steps, .k = k, .height = kSide, .width = kSide};
  for (int t = 0; t <= steps; ++t) {
    for (int p = 0; p < kPixels; ++p)
      r.truth.push_back(scene.features[std::size_t(t * kPixels + p)]);
    for (int c = 0; c < k; ++c) {
      for (int p = 0; p < kPixels; ++p) {
        const int group = scene.groups[std::size_t(t * kPixels + p)];
        r.psi.push_back(t > 0 && group == c + 1 ? 1.0f : 0.0f);
        r.gamma.push_back(group == 0 ? 1.0f / float(k) : group == c + 1 ? 1.0f : 0.0f);
      }
      for (int i = 0; t > 0 && i < k; ++i) r.attention.push_back(i == (c + 1) % k ? 0.8f : 0.0f);
    }
    // every third pixel of the input is flipped
    for (int p = 0; t < steps && p < kPixels; ++p) {
      const float clean = r.truth[std::size_t(t * kPixels + p)];
      r.corrupted.push_back(p % 3 == 0 ? 1.0f - clean : clean);
    }
  }
  return r;
}

TEST(Rollout, WrongShapesFailTheCheck) {
  Rollout r = scene_rollout(2, 3);
  EXPECT_NO_THROW(check_rollout(r));
  r.attention.pop_back();
  EXPECT_THROW(check_rollout(r), std::logic_error);
}

TEST(Rollout, APerfectModelPredictsTheTruth) {
  const Rollout r = scene_rollout(3, 4);
  for (int t = 1; t <= 3; ++t) EXPECT_EQ(prediction_image(r, t), truth_image(r, t));
  EXPECT_EQ(count(prediction_image(r, 0), kWhite), 0) << "before the first step there is nothing";
  EXPECT_EQ(input_image(r, 0).width(), 0);
  EXPECT_EQ(input_image(r, 1).at(1, 0), kBlack);
  EXPECT_EQ(input_image(r, 1).at(0, 0), kWhite);
}

TEST(Rollout, GroupsAreColouredAndBackgroundIsGrey) {
  const Rollout r = scene_rollout(1, 4);
  const Image image = grouping_image(r, 1);
  EXPECT_EQ(image.at(0, 0), kDivided);
  for (int c = 0; c < 3; ++c) EXPECT_GT(count(image, component_color(c)), 10);
}

TEST(Rollout, AttentionTintsTheContextOfEachComponent) {
  const Rollout r = scene_rollout(1, 4);
  const Image focus0 = component_image(r, 1, 0);
  EXPECT_GT(count(focus0, kWhite), 10);
  EXPECT_GT(count(focus0, mix(kBlack, component_color(1), 0.8)), 10);
  EXPECT_EQ(count(focus0, mix(kBlack, component_color(2), 0.8)), 0);
}

TEST(SequenceSheet, HasARowForEachQuantityAndAColumnForEachStep) {
  const Rollout r = scene_rollout(6, 4);
  const Drawing all = sequence_sheet(r, {.scale = 2});
  const Drawing some = sequence_sheet(r, {.steps = {.first = 1, .every = 2}, .scale = 2});
  const Drawing few = sequence_sheet(r, {.scale = 2, .components = false, .input = false});
  const double cell = 2 * kSide;
  // 6 columns become 3; 8 rows become 3
  EXPECT_NEAR(all.width() - some.width(), 3 * cell, 12);
  EXPECT_NEAR(all.height() - few.height(), 5 * cell, 30);
  EXPECT_GT(all.height(), 8 * cell);
}

TEST(SequenceSheet, MarksWhereSimulationBegins) {
  Rollout r = scene_rollout(4, 3);
  const Rgb mark{0xD5, 0x5E, 0x00};
  r.gamma.assign(r.gamma.size(), 1.0f / 3.0f);  // no component's colour but in its label
  r.attention.clear();
  const int before = count(sequence_sheet(r).render(1.0), mark);
  r.observed = 2;
  EXPECT_GT(count(sequence_sheet(r).render(1.0), mark), before + 100);
}

TEST(SequenceSheet, LooksAsItDid) {
  Rollout r = scene_rollout(4, 3);
  r.observed = 2;
  expect_golden(sequence_sheet(r, {.steps = {.first = 0}}).render(1.0), "sequence_sheet",
                kTextTolerance, kTextDifferent);
}

TEST(AttentionGraph, CentresLieOnTheirObjects) {
  std::vector<float> psi(kPixels, 0.01f);  // haze does not count
  for (int y = 4; y < 8; ++y) {
    for (int x = 10; x < 16; ++x) psi[std::size_t(y * kSide + x)] = 0.9f;
  }
  const auto centre = centre_of_mass(psi, kSide, kSide);
  ASSERT_TRUE(centre.has_value());
  EXPECT_NEAR(centre->first, 13.0, 1e-6);
  EXPECT_NEAR(centre->second, 6.0, 1e-6);
  EXPECT_FALSE(centre_of_mass(std::vector<float>(kPixels, 0.05f), kSide, kSide).has_value());
}

TEST(AttentionGraph, ArrowsGrowWithAttention) {
  Rollout r = scene_rollout(1, 4);
  const auto coloured = [&](float alpha) {
    r.attention.assign(r.attention.size(), 0.0f);
    r.attention[1] = alpha;  // component 0 attends to component 1
    const Image image = attention_graph(r, 1, 6);
    int pixels = 0;
    for (const Rgb p : image.pixels()) pixels += p.r != p.g || p.g != p.b;
    return pixels;
  };
  EXPECT_LT(coloured(0.0f), coloured(0.3f));
  EXPECT_LT(coloured(0.3f), coloured(1.0f));
}

TEST(AttentionGraph, StrongestAttentionIsBetweenTwoComponents) {
  Rollout r = scene_rollout(2, 3);
  r.attention.assign(2 * 3 * 3, 0.1f);
  r.attention[0] = r.attention[9 + 4] = 0.9f;  // a component and itself
  r.attention[9 + 5] = 0.25f;
  EXPECT_FLOAT_EQ(float(strongest_attention(r)), 0.25f);
  r.attention.clear();
  EXPECT_EQ(strongest_attention(r), 0.0);
}

TEST(AttentionSheet, LooksAsItDid) {
  const Drawing sheet = attention_sheet(scene_rollout(4, 4), {.first = 1, .every = 2}, 6);
  expect_golden(sheet.render(1.0), "attention_sheet", kTextTolerance, kTextDifferent);
}

TEST(AttentionGraph, LooksAsItDid) {
  expect_golden(attention_graph(scene_rollout(1, 4), 1, 6), "attention_graph", kTextTolerance,
                kTextDifferent);
}

TEST(RolloutFilm, HasAPictureAStepAndAPanelAQuantity) {
  Rollout r = scene_rollout(5, 4);
  const auto film = rollout_film(r, {.scale = 3});
  ASSERT_EQ(film.size(), 5u);
  for (const Image& frame : film) EXPECT_EQ(frame.width(), film[0].width());
  r.attention.clear();
  const auto without = rollout_film(r, {.scale = 3});
  EXPECT_NEAR(film[0].width() - without[0].width(), 3 * kSide, 4);
  EXPECT_NE(film[0], film[1]);
}

TEST(RolloutFilm, LooksAsItDid) {
  Rollout r = scene_rollout(3, 4);
  r.observed = 2;
  expect_golden(rollout_film(r, {.scale = 4}).back(), "film", kTextTolerance, kTextDifferent);
}

TEST(RolloutStrips, CurvesShareTheColoursOfTheirModels) {
  const Rollout r = scene_rollout(6, 3);
  RolloutStrips strips{.steps = 6, .height = kSide, .width = kSide, .models = {"A", "B"}};
  const std::vector<float> next(r.truth.begin() + kPixels, r.truth.end());
  strips.sequences = {{next, {next, next}}};
  const double bare = rollout_strips(strips).width();
  strips.observed = 3;
  // only B has losses: its colour, not the first, is the curve's
  strips.losses = {{"B", {1, 2, 3, 4, 5, 6}, {1, 1, 1, 2, 3, 4}}};
  const Drawing drawing = rollout_strips(strips);
  EXPECT_GT(drawing.width(), bare + 100);
  const Image page = drawing.render(2.0);
  Image plot(page.width() - int(2 * bare), page.height());
  plot.blit(page, -int(2 * bare), 0);
  EXPECT_GT(count(plot, line_color(1)), 100);
  EXPECT_EQ(count(plot, line_color(0)), 0);
  expect_golden(drawing.render(1.0), "rollout_strips", kTextTolerance, kTextDifferent);
}

}  // namespace
}  // namespace rnem::figures
