#include "rnem/training/optimizer.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "rnem/training/weights.h"

namespace rnem::training {
namespace {

constexpr double kRate = 0.1;
constexpr std::array<double, 3> kGradients = {0.5, -2.0, 1.5};
constexpr double kTolerance = 1e-6;  // a few float operations on values about 1

// One parameter of value 1 through three steps with the gradients above.
double after_three_steps(const OptimizerSettings& settings, double scale = 1.0) {
  model::Parameters parameters(0);
  torch::Tensor p = parameters.constant("p", {1}, 1.0);
  Optimizer optimizer(settings, parameters);
  for (std::size_t i = 0; i < kGradients.size(); ++i) {
    p.mutable_grad() = torch::full({1}, static_cast<float>(kGradients[i]));
    optimizer.step(static_cast<std::int64_t>(i) + 1, kRate, scale);
  }
  return p.item<double>();
}

TEST(Optimizer, SgdFollowsItsFormula) {
  double p = 1, m = 0;
  for (const double g : kGradients) {
    m = 0.9 * m + g;
    p -= kRate * m;
  }
  EXPECT_NEAR(after_three_steps({"sgd", 0.9, 0.999, 1e-8}), p, kTolerance);
}

TEST(Optimizer, RmspropFollowsItsFormula) {
  double p = 1, v = 0;
  for (const double g : kGradients) {
    v = 0.99 * v + 0.01 * g * g;
    p -= kRate * g / (std::sqrt(v) + 1e-8);
  }
  EXPECT_NEAR(after_three_steps({"rmsprop", 0.9, 0.99, 1e-8}), p, kTolerance);
}

TEST(Optimizer, AdamFollowsItsFormula) {
  double p = 1, m = 0, v = 0, b1 = 1, b2 = 1;
  for (const double g : kGradients) {
    m = 0.8 * m + 0.2 * g;
    v = 0.95 * v + 0.05 * g * g;
    b1 *= 0.8;
    b2 *= 0.95;
    p -= kRate * (m / (1 - b1)) / (std::sqrt(v / (1 - b2)) + 1e-3);
  }
  EXPECT_NEAR(after_three_steps({"adam", 0.8, 0.95, 1e-3}), p, kTolerance);
}

TEST(Optimizer, ScaleMultipliesTheGradient) {
  double p = 1;
  for (const double g : kGradients) p -= kRate * 0.25 * g;
  EXPECT_NEAR(after_three_steps({"sgd", 0.0, 0.999, 1e-8}, 0.25), p, kTolerance);
}

TEST(Optimizer, ParameterWithoutGradientStays) {
  model::Parameters parameters(0);
  const torch::Tensor p = parameters.constant("p", {2}, 1.0);
  Optimizer optimizer({}, parameters);
  optimizer.step(1, kRate, 1.0);
  EXPECT_TRUE(p.eq(1.0).all().item<bool>());
}

TEST(Optimizer, NamesItsStateByRuleMomentAndParameter) {
  model::Parameters parameters(0);
  parameters.constant("a.weight", {2}, 1.0);
  const Optimizer adam({}, parameters), sgd({"sgd"}, parameters);
  ASSERT_EQ(adam.state().size(), 2u);
  EXPECT_EQ(adam.state()[0].first, "adam.m.a.weight");
  EXPECT_EQ(adam.state()[1].first, "adam.v.a.weight");
  ASSERT_EQ(sgd.state().size(), 1u);
  EXPECT_EQ(sgd.state()[0].first, "sgd.m.a.weight");
}

TEST(GradientNorm, IsOverAllParametersAndTellsWhenOneIsNotFinite) {
  model::Parameters parameters(0);
  torch::Tensor a = parameters.constant("a", {1}, 0), b = parameters.constant("b", {2}, 0);
  EXPECT_EQ(gradient_norm(parameters), 0.0);
  a.mutable_grad() = torch::full({1}, 3.0F);
  b.mutable_grad() = torch::tensor({0.0F, 4.0F});
  EXPECT_NEAR(gradient_norm(parameters), 5.0, kTolerance);
  b.mutable_grad()[0] = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(std::isfinite(gradient_norm(parameters)));
}

// One weight that went from 1 to 3.
struct Moved {
  explicit Moved(double decay) : mean(parameters, decay) {
    const torch::NoGradGuard no_grad;
    weight.fill_(3.0);
  }
  double mean_value() const { return mean.state()[0].second.item<double>(); }

  model::Parameters parameters{0};
  torch::Tensor weight = parameters.constant("p", {1}, 1.0);
  WeightAverage mean;
};

TEST(WeightAverage, FollowsTheWeightsAndGivesThemBack) {
  Moved moved(0.75);
  moved.mean.update(100);  // 0.75 * 1 + 0.25 * 3
  EXPECT_NEAR(moved.mean_value(), 1.5, kTolerance);
  {
    const WeightAverage::InPlace averaged(moved.mean);
    EXPECT_NEAR(moved.weight.item<double>(), 1.5, kTolerance);
  }
  EXPECT_EQ(moved.weight.item<double>(), 3.0);
  EXPECT_TRUE(WeightAverage(moved.parameters, 0.0).state().empty());
}

TEST(WeightAverage, ForgetsTheStartSoon) {
  Moved moved(0.999);
  moved.mean.update(0);  // 0.1 * 1 + 0.9 * 3
  EXPECT_NEAR(moved.mean_value(), 2.8, kTolerance);
}

}  // namespace
}  // namespace rnem::training
