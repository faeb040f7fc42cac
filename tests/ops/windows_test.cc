// Windows that move by parts of a pixel: what they see and draw, and the kernels against the
// reference.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "model/gradient_check.h"
#include "ops/every_target.h"
#include "ops/ops_compare.h"

namespace rnem::ops {
namespace {

Tensor point(double x, double y) { return torch::tensor({{x, y}}, torch::kFloat64); }

TEST(Look, SeesTheFrameAroundAPlace) {
  const auto ops = reference_ops();
  const Tensor frame = torch::arange(64, torch::kFloat64).reshape({1, 64});
  const Tensor all = torch::ones({1, 1, 64}, torch::kFloat64), none = torch::zeros_like(all);
  const auto look = [&](double x, double y) {
    return ops->look(all, frame, none, point(x, y), {{8, 8}, 4, 1}).reshape({4, 4});
  };
  const Tensor seen = look(3.5, 4.5);
  EXPECT_TRUE(seen.allclose(frame.reshape({8, 8}).narrow(0, 3, 4).narrow(1, 2, 4)));
  // half a pixel to the right of a ramp is half a step up
  EXPECT_TRUE(look(4.0, 4.5).allclose(seen + 0.5));
  // outside of the frame there is nothing
  EXPECT_EQ(look(-10.0, 4.5).abs().max().item<double>(), 0.0);
}

TEST(Draw, AnEdgeIsAsSharpBetweenPixelsAsOnThem) {
  // logits of an edge: a ramp, 0 in the window's middle
  const Tensor ramp =
      (6.0 * (torch::arange(16, torch::kFloat64) - 7.5)).expand({1, 16, 16}).contiguous();
  for (const double x : {16.0, 16.3, 16.5}) {
    const Tensor row = reference_ops()->draw(ramp, point(x, 15.0), {32, 32}).reshape({32, 32})[15];
    for (std::int64_t i = 12; i < 20; ++i) {
      EXPECT_NEAR(row[i].item<double>(), 1 / (1 + std::exp(-6.0 * (static_cast<double>(i) - x))),
                  1e-9);
    }
    EXPECT_LT(row[30].item<double>(), 2e-6);  // beyond the window
  }
}

TEST(Draw, MatchesFiniteDifferences) {
  const Tensor logits = rnem::testing::random_double("logits", {2, 4, 4});
  const Tensor p = torch::tensor({{2.3, 4.6}, {5.2, 3.1}}, torch::kFloat64).set_requires_grad(true);
  const Tensor weight = rnem::testing::random_double("weight", {2, 64}).detach();
  const auto ops = reference_ops();
  EXPECT_LT(rnem::testing::gradient_error(
                [&] {
                  return (ops->draw(logits, p, {8, 8}) * weight).sum();
                },
                {{"logits", logits}, {"p", p}}),
            rnem::testing::kGradientTolerance);
}

// Inside, over each border, in corners, and gone.
Tensor places() {
  return torch::tensor(
      {{7.3F, 5.6F}, {0.2F, 5.1F}, {12.7F, -2.4F}, {-30.0F, 4.0F}, {11.9F, 9.8F}, {6.5F, 40.0F}});
}

TEST(FastLook, Agrees) {
  torch::manual_seed(5);
  for_each_machine([](const std::string& machine) {
    for (const std::int64_t channels : {1, 2, 3}) {
      for (const std::int64_t window : {4, 7, 20}) {
        const Tensor gamma = torch::rand({3, 2, 13 * 11}), x = torch::rand({3, 13 * 11}).round();
        const Tensor psi = torch::rand({3, 2, 13 * 11}).set_requires_grad(true);
        EXPECT_EQ("",
                  compare_ops(
                      [&](const Ops& ops, const std::vector<Tensor>& in) {
                        return ops.look(gamma, x, in[0], places(), {{11, 13}, window, channels});
                      },
                      {psi}))
            << machine << ", " << channels << " channels of " << window;
      }
    }
  });
}

TEST(FastLook, ThroughGammaAgreesToo) {
  torch::manual_seed(6);
  const Tensor x = torch::rand({3, 13 * 11});
  EXPECT_EQ("", compare_ops(
                    [&](const Ops& ops, const std::vector<Tensor>& in) {
                      return ops.look(in[0], x, in[1], places(), {{11, 13}, 6, 3});
                    },
                    {torch::rand({3, 2, 13 * 11}).set_requires_grad(true),
                     torch::rand({3, 2, 13 * 11}).set_requires_grad(true)}));
}

TEST(FastDraw, Agrees) {
  torch::manual_seed(7);
  for_each_machine([](const std::string& machine) {
    for (const std::int64_t window : {4, 7, 20}) {
      EXPECT_EQ("", compare_ops(
                        [](const Ops& ops, const std::vector<Tensor>& in) {
                          return ops.draw(in[0], in[1], {11, 13});
                        },
                        {torch::randn({6, window, window}).set_requires_grad(true),
                         places().set_requires_grad(true)}))
          << machine << ", " << window;
    }
  });
}

// A training that diverges must not read or write beside the frame.
TEST(FastDraw, APlaceThatIsNoNumberDrawsNothing) {
  const auto ops = fast_ops(Precision::kFloat32);
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(),
                          std::numeric_limits<float>::infinity(), -1e30F, 1e30F}) {
    const Tensor p = torch::tensor({{bad, 3.0F}, {3.0F, bad}});
    const Tensor psi = ops->draw(torch::ones({2, 4, 4}), p, {8, 8});
    EXPECT_LT(psi.max().item<float>(), 2e-6F) << bad;
    const Tensor ones = torch::ones({1, 2, 64});
    EXPECT_EQ(ops->look(ones, torch::ones({1, 64}), torch::zeros({1, 2, 64}), p, {{8, 8}, 4, 1})
                  .abs()
                  .max()
                  .item<float>(),
              0.0F)
        << bad;
  }
}

}  // namespace
}  // namespace rnem::ops
