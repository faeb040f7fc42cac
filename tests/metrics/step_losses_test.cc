#include "rnem/metrics/step_losses.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rnem::metrics {
namespace {

// Two sequences of four pixels, two components.
model::Step made_step(const ops::LossConfig& settings) {
  model::Step step;
  step.target = torch::tensor({1.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f}).reshape({2, 4});
  step.state.psi = torch::tensor({0.9f, 0.1f, 0.2f, 0.3f, 0.3f, 0.4f, 0.6f, 0.0f,  //
                                  0.2f, 0.1f, 0.5f, 0.7f, 0.1f, 0.1f, 0.1f, 1.0f})
                       .reshape({2, 2, 4});
  step.loss = ops::reference_ops()->step_loss(step.state.psi, step.target, settings);
  step.state.gamma = step.loss.gamma;
  return step;
}

TEST(StepLosses, UpperBoundTakesTheLargestPsi) {
  const ops::LossConfig settings;
  const model::Step step = made_step(settings);
  const torch::Tensor current =
      torch::tensor({1, 0, 0, 0, 0, 0, 0, 1}, torch::kFloat32).reshape({2, 4});
  const StepLosses losses = step_losses(step, current, step.target, {}, settings);
  const double bce = -std::log(0.9) - std::log(0.6) - std::log(0.6) - std::log(0.7);
  EXPECT_NEAR(losses.upper.intra[0].item<double>(), bce, 1e-5);
  const double divergence = -std::log(0.1) - std::log(0.6) - std::log(0.4) - std::log(0.7);
  EXPECT_NEAR(losses.upper.inter[0].item<double>(), divergence, 1e-5);
  EXPECT_NEAR(losses.upper.total[0].item<double>(), bce + divergence, 1e-5);
  // one wrong pixel costs -log of the clip, which float32 knows to two decimals
  EXPECT_NEAR(losses.still[0].item<double>(), -std::log(1e-6), 0.01);
  EXPECT_NEAR(losses.still[1].item<double>(), 0.0, 1e-4);
  EXPECT_FALSE(losses.plain_relational.total.defined());
}

TEST(StepLosses, RelationalPartsAddUpToTheWhole) {
  const ops::LossConfig settings{0.1, 0.7, false};
  const model::Step step = made_step(settings);
  const torch::Tensor current = torch::zeros({2, 4});
  const torch::Tensor mask =
      torch::tensor({1, 0, 1, 0, 0, 0, 0, 0}, torch::kFloat32).reshape({2, 4});
  const auto on = step_losses(step, current, step.target, mask, settings);
  const auto off = step_losses(step, current, step.target, 1 - mask, settings);
  const auto adds_up = [](const torch::Tensor& a, const torch::Tensor& b,
                          const torch::Tensor& sum) {
    EXPECT_TRUE(torch::allclose(a + b, sum, 1e-5, 1e-5)) << a << b << sum;
  };
  adds_up(on.plain_relational.total, off.plain_relational.total, on.plain.total);
  adds_up(on.plain_relational.intra, off.plain_relational.intra, on.plain.intra);
  adds_up(on.plain_relational.inter, off.plain_relational.inter, on.plain.inter);
  adds_up(on.upper_relational.total, off.upper_relational.total, on.upper.total);
  adds_up(on.upper_relational.intra, off.upper_relational.intra, on.upper.intra);
  adds_up(on.still_relational, off.still_relational, on.still);
  // the second sequence has no collision
  EXPECT_EQ(on.plain_relational.total[1].item<double>(), 0.0);
  EXPECT_EQ(on.upper_relational.intra[1].item<double>(), 0.0);
  EXPECT_GT(on.plain_relational.total[0].item<double>(), 0.0);
}

}  // namespace
}  // namespace rnem::metrics
