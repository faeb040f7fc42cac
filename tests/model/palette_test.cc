// The colours that components own, and frames in the units of their masks.
#include "rnem/model/palette.h"

#include <gtest/gtest.h>

#include "model/gradient_check.h"
#include "model/tiny_model.h"

namespace rnem::model {
namespace {

using rnem::testing::gradient_error;
using rnem::testing::tiny_settings;

constexpr std::int64_t kSide = 8, kPixels = kSide * kSide;

// Two squares, one red and one blue, on dark grey: masks [1,2,D] and the frame [1,D*3].
struct Scene {
  Tensor mask = torch::zeros({1, 2, kSide, kSide});
  Palette palette = {torch::tensor({0.9F, 0.1F, 0.2F, 0.1F, 0.2F, 0.8F}).reshape({1, 2, 3}),
                     torch::ones({1, 2})};
  Background behind = {torch::full({1, kPixels * 3}, 0.15), {}};
  Tensor frame, foreground;

  Scene() {
    mask.select(1, 0).narrow(1, 1, 3).narrow(2, 1, 3).fill_(1.0);
    mask.select(1, 1).narrow(1, 4, 3).narrow(2, 3, 4).fill_(1.0);
    mask = mask.reshape({1, 2, kPixels});
    const Tensor psi = painted(palette, mask, behind);
    frame = psi.select(1, 0) + psi.select(1, 1) - behind.picture;
    foreground = mask.amax(1).gt(0.5);
  }
  // how pixels are given to the components: half of one that nobody drew to each
  Tensor gamma() const {
    return torch::where(foreground.unsqueeze(1), mask, torch::full_like(mask, 0.5));
  }
};

TEST(Palette, IsTheMeanOfWhatAComponentOwns) {
  const Scene scene;
  const Palette found = first_palette(scene.gamma(), scene.frame, scene.foreground);
  EXPECT_TRUE(torch::allclose(found.colour, scene.palette.colour, 1e-5, 1e-5));
  EXPECT_TRUE(torch::allclose(found.weight, torch::tensor({9.0F, 12.0F})));
}

TEST(Palette, FollowsTheFramesAndKeepsWhatIsNotSeen) {
  const Scene scene;
  const Palette grey = {torch::full({1, 2, 3}, 0.5), torch::full({1, 2}, 3.0)};
  Tensor mask = scene.mask.clone();
  mask.select(1, 1).zero_();  // the second one is hidden
  const Palette next = seen_palette(grey, scene.gamma(), mask, scene.frame, scene.foreground);
  // 9 pixels against 3 of before
  const Tensor expected = 0.5 + 0.75 * (scene.palette.colour[0][0] - 0.5);
  EXPECT_TRUE(torch::allclose(next.colour[0][0], expected, 1e-4, 1e-4));
  EXPECT_TRUE(torch::allclose(next.colour[0][1], grey.colour[0][1]));
  EXPECT_TRUE(torch::allclose(next.weight, torch::tensor({12.0F, 3.0F})));
}

TEST(Palette, HardlyTakesTheGroundThatEdgesShow) {
  // a row of a red object on black whose last pixel is covered by half, and its mask knows it
  const Tensor mask = torch::tensor({1.0F, 1.0F, 0.5F}).reshape({1, 1, 3});
  const Palette red = {torch::tensor({1.0F, 0.0F, 0.0F}).reshape({1, 1, 3}), torch::zeros({1, 1})};
  const Background black = {torch::zeros({1, 9}), {}};
  const Tensor frame = painted(red, mask, black).select(1, 0);
  const Palette seen =
      seen_palette(red, torch::ones({1, 1, 3}), mask, frame, torch::ones({1, 3}, torch::kBool));
  // (2 + 0.5^5) / (2 + 0.5^4); the plain mean under the mask is 0.9
  EXPECT_NEAR(seen.colour[0][0][0].item<double>(), 0.985, 0.001);
}

TEST(Palette, IsFilledWhereItIsEmpty) {
  const Palette before = {torch::zeros({1, 2, 3}), torch::tensor({{2.0F, 0.0F}})};
  const Palette filled = filled_palette(before, {torch::ones({1, 2, 3}), torch::full({1, 2}, 7.0)});
  EXPECT_TRUE(torch::equal(filled.colour[0][0], torch::zeros({3})));
  EXPECT_TRUE(torch::equal(filled.colour[0][1], torch::ones({3})));
  EXPECT_TRUE(torch::equal(filled.weight, torch::tensor({{2.0F, 7.0F}})));
}

TEST(OffMask, IsNothingWhereTheMaskIsRight) {
  const Scene scene;
  // seen by its own component each frame is its mask; the other's object is the other's
  const Tensor off = off_mask(scene.palette, scene.frame, scene.mask, scene.behind);
  const Tensor others = scene.mask.flip(1).gt(0.5);
  EXPECT_LT(off.masked_fill(others, 0.0).abs().max().item<double>(), 1e-5);
}

TEST(OffMask, OfBlackAndWhiteIsTheResidualOfZerosAndOnes) {
  const Palette white = {torch::ones({1, 1, 1}), torch::ones({1, 1})};
  const Background black = {torch::zeros({1, 4}), {}};
  const Tensor x = torch::tensor({{0.0F, 1.0F, 0.0F, 1.0F}});
  const Tensor mask = torch::tensor({0.1F, 0.2F, 0.9F, 1.0F}).reshape({1, 1, 4});
  EXPECT_TRUE(torch::allclose(off_mask(white, x, mask, black), x - mask, 0, 0.011));
}

TEST(OffMask, SaysNothingOfAColourThatIsTheBackgrounds) {
  const Palette grey = {torch::full({1, 1, 3}, 0.4), torch::ones({1, 1})};
  const Background behind = {torch::full({1, 6}, 0.4), {}};
  const Tensor off = off_mask(grey, torch::rand({1, 6}), torch::full({1, 1, 2}, 0.7), behind);
  EXPECT_LT(off.abs().max().item<double>(), 1e-5);
}

Settings owned_settings() {
  Settings settings = tiny_settings("r-nem");
  settings.model.channels = 3;
  settings.model.colour = "owned";
  settings.model.encoder_input = {"residual", "psi", "evidence"};
  settings.loss.pixels = "gaussian";
  settings.em.noise = 0.0;
  settings.em.background = "running";
  return settings;
}

// Networks for zeros and ones have the same shapes.
TEST(OwnedColours, TakeOverNetworksOfZerosAndOnes) {
  Settings plain = tiny_settings("r-nem");
  plain.model.encoder_input = {"residual", "psi", "evidence"};
  const auto owned = Model::create(owned_settings(), 1), binary = Model::create(plain, 1);
  ASSERT_EQ(owned->parameters().all().size(), binary->parameters().all().size());
  for (std::size_t i = 0; i < owned->parameters().all().size(); ++i) {
    EXPECT_EQ(owned->parameters().all()[i].first, binary->parameters().all()[i].first);
    EXPECT_EQ(owned->parameters().all()[i].second.sizes(),
              binary->parameters().all()[i].second.sizes());
  }
}

TEST(OwnedColours, HaveTheGradientOfTheirLoss) {
  Settings settings = owned_settings();
  settings.loss.through_gamma = true;  // as differences of the loss have it
  const auto model = Model::create(settings, 3);
  model->to(torch::kCPU, torch::kFloat64);
  const Scene scene;
  Clip clip;
  clip.seed = 4;
  clip.streams = {0};
  clip.frames =
      scene.frame.to(torch::kFloat64).reshape({1, 1, kSide, kSide, 3}).repeat({3, 1, 1, 1, 1});
  const auto ops = ops::reference_ops();
  // ownership is not differentiated, so one step, after which nothing follows from it
  const auto loss = [&] {
    torch::Tensor total;
    EmSettings one;
    one.steps = 1;
    run_em(*model, *ops, clip, one, [&](const Step& step) { total = step.loss.total.sum(); });
    return total;
  };
  rnem::testing::Named decoder;
  for (const auto& [name, parameter] : model->parameters().all()) {
    if (name.starts_with("decoder")) decoder.emplace_back(name, parameter);
  }
  EXPECT_LT(gradient_error(loss, decoder), rnem::testing::kGradientTolerance);
}

}  // namespace
}  // namespace rnem::model
