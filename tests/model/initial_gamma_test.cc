#include "rnem/model/initial_gamma.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace rnem::model {
namespace {

constexpr std::int64_t kSide = 64, kPixels = kSide * kSide;

struct Scene {
  std::vector<float> frame = std::vector<float>(kPixels, 0.0F);
  std::vector<std::vector<std::int64_t>> balls;  // pixels of each
};

Scene four_balls(double noise, Rng& rng) {
  Scene scene;
  for (const auto& [y0, x0] :
       std::vector<std::pair<int, int>>{{12, 12}, {20, 40}, {45, 20}, {50, 50}}) {
    auto& pixels = scene.balls.emplace_back();
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        if ((y - y0) * (y - y0) + (x - x0) * (x - x0) <= 36) pixels.push_back(y * kSide + x);
      }
    }
    for (const std::int64_t i : pixels) scene.frame[i] = 1.0F;
  }
  for (float& value : scene.frame) value = rng.flip(noise) ? 1.0F - value : value;
  return scene;
}

std::vector<float> start(const std::string& kind, const std::vector<float>& frame, std::int64_t k,
                         Rng rng) {
  std::vector<float> gamma(k * kPixels);
  start_gamma(kind, frame, kSide, kSide, k, rng, gamma);
  return gamma;
}

// The component that has the largest part of a ball.
std::int64_t owner(const std::vector<float>& gamma, std::int64_t k,
                   const std::vector<std::int64_t>& pixels) {
  std::vector<double> share(k);
  for (std::int64_t c = 0; c < k; ++c) {
    for (const std::int64_t i : pixels) share[c] += gamma[c * kPixels + i];
  }
  return std::max_element(share.begin(), share.end()) - share.begin();
}

TEST(InitialGamma, EveryStartIsPositiveNormalisedAndDrawnFromItsStream) {
  for (const std::string& kind : gamma_starts()) {
    Rng noise(1, "noise");
    const Scene scene = four_balls(0.2, noise);
    const auto gamma = start(kind, scene.frame, 5, Rng(1, "gamma", 3));
    for (std::int64_t i = 0; i < kPixels; ++i) {
      float sum = 0.0F;
      for (std::int64_t c = 0; c < 5; ++c) {
        ASSERT_GE(gamma[c * kPixels + i], 0.0F) << kind;
        sum += gamma[c * kPixels + i];
      }
      ASSERT_NEAR(sum, 1.0F, 1e-5F) << kind;
    }
    EXPECT_EQ(gamma, start(kind, scene.frame, 5, Rng(1, "gamma", 3))) << kind;
    EXPECT_NE(gamma, start(kind, scene.frame, 5, Rng(1, "gamma", 4))) << kind;
  }
}

TEST(InitialGamma, OneComponentHasEverything) {
  const std::vector<float> frame(kPixels, 0.0F);
  for (const std::string& kind : gamma_starts()) {
    EXPECT_EQ(start(kind, frame, 1, Rng(1, "gamma")), std::vector<float>(kPixels, 1.0F)) << kind;
  }
}

TEST(InitialGamma, SeedsGiveEveryBallAComponentOfItsOwnUnderNoise) {
  int apart = 0;
  constexpr int kTrials = 50;
  for (int trial = 0; trial < kTrials; ++trial) {
    Rng rng(2, "trial", trial);
    const Scene scene = four_balls(0.2, rng);
    const auto gamma = start("seeds", scene.frame, 5, rng);
    std::set<std::int64_t> owners;
    for (const auto& ball : scene.balls) owners.insert(owner(gamma, 5, ball));
    apart += owners.size() == 4 ? 1 : 0;
  }
  EXPECT_GE(apart, kTrials - 2);
}

TEST(InitialGamma, FieldsTakeNoNoticeOfTheFrame) {
  Rng rng(1, "noise");
  const Scene scene = four_balls(0.2, rng);
  const std::vector<float> dark(kPixels, 0.0F);
  EXPECT_EQ(start("fields", scene.frame, 5, Rng(1, "gamma")),
            start("fields", dark, 5, Rng(1, "gamma")));
}

TEST(InitialGamma, SeedsOfADarkFrameStillTellComponentsApart) {
  const auto gamma = start("seeds", std::vector<float>(kPixels, 0.0F), 2, Rng(1, "gamma"));
  EXPECT_FALSE(std::equal(gamma.begin(), gamma.begin() + kPixels, gamma.begin() + kPixels));
}

}  // namespace
}  // namespace rnem::model
