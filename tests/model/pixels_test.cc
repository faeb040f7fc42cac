// Grey and colour: noise, what is imagined, what is behind, and settings that do not go together.
#include "rnem/model/pixels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"
#include "model/tiny_model.h"

namespace rnem::model {
namespace {

using rnem::testing::tiny_settings;

Settings colour_settings() {
  Settings settings = tiny_settings("r-nem");
  settings.model.channels = 3;
  settings.model.encoder_input = {"residual", "psi"};
  settings.model.decoder.back() = "up 4x4 4 sigmoid plain";
  settings.loss.pixels = "gaussian";
  return settings;
}

Clip one_stream() {
  Clip clip;
  clip.seed = 4;
  clip.streams = {0};
  return clip;
}

// [1,D*3] of one colour
Tensor plain(double red, double green, double blue, std::int64_t pixels = 64) {
  return torch::tensor({red, green, blue}, torch::kFloat32).repeat({pixels}).unsqueeze(0);
}

TEST(ColourNoise, DropsPixelsToTheBackgroundAndAddsTheDeviation) {
  Settings settings = colour_settings();
  settings.em.noise_deviation = 0.05;
  const auto model = Model::create(settings, 1);
  const Pixels pixels(*model);
  const Background behind{plain(0.2, 0.2, 0.2), {}};
  const Tensor frame = plain(1.0, 0.5, 0.8);
  Tensor all = torch::zeros({0, 3});
  for (int step = 0; step < 40; ++step) {
    all = torch::cat(
        {all, pixels.corrupt(frame, behind, {0.25}, one_stream(), step).reshape({-1, 3})});
  }
  const Tensor dropped = all.select(1, 0).lt(0.6);
  EXPECT_NEAR(dropped.to(torch::kFloat64).mean().item<double>(), 0.25, 0.03);
  // a pixel is dropped with all its channels
  EXPECT_TRUE(dropped.equal(all.select(1, 2).lt(0.5)));
  const Tensor rest = all.index({dropped.logical_not()});
  EXPECT_NEAR(rest.select(1, 1).mean().item<double>(), 0.5, 0.01);
  EXPECT_NEAR(rest.select(1, 1).std().item<double>(), 0.05, 0.005);
  // a pure function of the stream and the step
  EXPECT_TRUE(pixels.corrupt(frame, behind, {0.25}, one_stream(), 3)
                  .equal(pixels.corrupt(frame, behind, {0.25}, one_stream(), 3)));
  EXPECT_TRUE(pixels.corrupt(frame, behind, {0.0}, one_stream(), 3).equal(frame));
}

TEST(Imagined, IsTheColourOfTheLargestMaskWithoutABlend) {
  const auto model = Model::create(colour_settings(), 1);
  const Pixels pixels(*model);
  const Background behind{plain(0.2, 0.3, 0.4, 3), {}};
  // two components on three pixels: the first owns pixel 0, the second pixel 1, nobody pixel 2
  const Tensor mask = torch::tensor({0.8, 0.1, 0.3, 0.0, 0.6, 0.4}).reshape({1, 2, 3});
  const Tensor colour = torch::tensor({1.0, 0.0, 0.0, 0.0, 1.0, 0.0}).reshape({1, 2, 1, 3});
  const Tensor b = behind.picture.reshape({1, 1, 3, 3});
  const Tensor psi = (b + mask.unsqueeze(3) * (colour - b)).reshape({1, 2, 9});
  const Tensor crisp = pixels.imagined(psi, mask, behind, "crisp").reshape({3, 3});
  EXPECT_TRUE(torch::allclose(crisp[0], torch::tensor({1.0, 0.0, 0.0}), 1e-4, 1e-5));
  EXPECT_TRUE(torch::allclose(crisp[1], torch::tensor({0.0, 1.0, 0.0}), 1e-4, 1e-5));
  EXPECT_TRUE(torch::allclose(crisp[2], torch::tensor({0.2, 0.3, 0.4})));
  // the paper's threshold is lower
  const Tensor faint = pixels.imagined(psi, mask, behind, "paper").reshape({3, 3});
  EXPECT_TRUE(torch::allclose(faint[2], torch::tensor({0.0, 1.0, 0.0}), 1e-4, 1e-5));
}

constexpr std::int64_t kSide = 32;

// A ramp of grey [H,W,3].
Tensor ramp() {
  return torch::linspace(0.1, 0.5, kSide).reshape({1, kSide, 1}).repeat({kSide, 1, 3});
}

// A red box, seven pixels high, on it at (y, x).
Tensor scene(std::int64_t y, std::int64_t x, std::int64_t width = 7) {
  Tensor frame = ramp();
  frame.narrow(0, y, 7).narrow(1, x, width).copy_(torch::tensor({0.9, 0.0, 0.0}));
  return frame;
}

double error_of_background(const Background& behind, const Tensor& truth) {
  return (behind.picture - truth.reshape({1, -1})).abs().max().item<double>();
}

TEST(Background, StartsWithoutTheObject) {
  const Tensor truth = ramp();
  const Background behind = first_background(scene(9, 12).reshape({1, -1}), kSide, kSide);
  // a median of a ramp is off by what the object takes from one side, and at the borders
  EXPECT_LT(error_of_background(behind, truth), 0.07);
}

// A square that is cut at the borders would be full of it.
TEST(Background, StartsWithoutAnObjectInTheCorner) {
  for (const std::int64_t corner : {std::int64_t{0}, kSide - 7}) {
    const Tensor frame = scene(corner, corner);
    const Background behind = first_background(frame.reshape({1, -1}), kSide, kSide);
    EXPECT_LT(error_of_background(behind, ramp()), 0.15) << corner;
  }
}

// They fill more than half of the smaller square, 11 by 11, but not of the larger.
TEST(Background, StartsWithoutTwoObjectsSideBySide) {
  const Tensor frame = scene(12, 9, 14);
  const Background behind = first_background(frame.reshape({1, -1}), kSide, kSide);
  EXPECT_LT(error_of_background(behind, ramp()), 0.15);
}

TEST(Background, IsCloseToWhatTheFirstFramesShow) {
  Background behind = first_background(plain(0.3, 0.3, 0.3), 8, 8);
  const Tensor truth = plain(0.35, 0.3, 0.25);
  for (int t = 0; t < 2; ++t) behind = seen_background(behind, truth, torch::zeros({1, 2, 64}));
  EXPECT_LT(error_of_background(behind, truth), 0.01);
}

TEST(Background, ComesCloserWithEveryFrameAndNeverTakesUpWhatIsCovered) {
  const Tensor truth = ramp();
  Background behind = first_background(scene(9, 12).reshape({1, -1}), kSide, kSide);
  const double before = error_of_background(behind, truth);
  for (int t = 0; t < 20; ++t) {
    const Tensor frame = scene(9, 12 + t / 2);
    const Tensor covered = (frame.select(2, 0) - frame.select(2, 1)).gt(0.3);
    behind = seen_background(behind, frame.reshape({1, -1}),
                             covered.to(torch::kFloat32).reshape({1, 1, -1}));
  }
  EXPECT_LT(error_of_background(behind, truth), 0.35 * before);
}

TEST(Background, OfAPassingObjectThatNobodyCoversIsHardlyDisturbed) {
  Background behind = first_background(plain(0.3, 0.3, 0.3), 8, 8);
  for (int t = 0; t < 8; ++t) {
    behind = seen_background(behind, plain(0.9, 0.1, 0.1), torch::zeros({1, 2, 64}));
  }
  EXPECT_LT(error_of_background(behind, plain(0.3, 0.3, 0.3)), 0.1);
}

TEST(ColourSettings, ThatDoNotGoTogetherAreRefused) {
  const auto error = [](const auto& change) {
    Settings settings = colour_settings();
    change(settings);
    return rnem::testing::error_of([&] { check(settings, "m.toml"); });
  };
  EXPECT_EQ(error([](Settings&) {}), "no error");
  EXPECT_EQ(error([](Settings& s) { s.loss.pixels = "bernoulli"; }),
            "m.toml: loss.pixels: expected gaussian with model.channels = 3");
  EXPECT_EQ(error([](Settings& s) { s.model.decoder.back() = "up 4x4 3 sigmoid plain"; }),
            "m.toml: model.decoder: expected a last layer of 8x8x4, got 8x8x3");
  EXPECT_EQ(error([](Settings& s) { s.model.channels = 2; }),
            "m.toml: model.channels: expected 0, 1 or 3, got 2");
  EXPECT_THAT(error([](Settings& s) { s.model.encoder_input = {"residual"}; }),
              ::testing::HasSubstr("model.encoder_input: expected psi"));
  Settings plain_settings = tiny_settings("r-nem");
  plain_settings.em.background = "running";
  EXPECT_EQ(rnem::testing::error_of([&] { check(plain_settings, "m.toml"); }),
            "m.toml: em.background: expected none where loss.pixels is bernoulli");
}

TEST(ColourData, IsForModelsOfColour) {
  worlds::Shape shape{.height = 8, .width = 8, .channels = 3, .levels = 255};
  const auto refusal = [&](const ModelConfig& config) {
    return rnem::testing::error_of([&] { check_fits(shape, config, "DATA", "the model"); });
  };
  EXPECT_EQ(refusal(colour_settings().model), "no error");
  EXPECT_EQ(refusal(tiny_settings("r-nem").model),
            "DATA has 3 colours a pixel, the model expects zeros and ones (model.channels)");
  shape.channels = shape.levels = 1;
  EXPECT_EQ(refusal(colour_settings().model),
            "DATA has zeros and ones, the model expects 3 colours a pixel (model.channels)");
}

}  // namespace
}  // namespace rnem::model
