// Every reference operator: gradients against central differences.
#include <gtest/gtest.h>

#include "model/gradient_check.h"
#include "rnem/ops/ops.h"

namespace rnem::ops {
namespace {

using rnem::testing::gradient_error;
using rnem::testing::kGradientTolerance;
using rnem::testing::Named;
using rnem::testing::random_double;

// a sum with fixed random weights, so that no symmetry hides an error
Tensor weigh(const Tensor& x) {
  return (x * random_double("weigh", x.sizes().vec()).detach()).sum();
}

struct Block {
  Affine affine;
  Norm norm;

  explicit Block(std::vector<std::int64_t> weight)
      : affine{random_double("w", weight), random_double("b", {weight[0]})},
        norm{random_double("scale", {weight[0]}), random_double("shift", {weight[0]}), 1e-3} {}

  Named named(const Tensor& x) const {
    return {{"x", x},
            {"weight", affine.weight},
            {"bias", affine.bias},
            {"scale", norm.scale},
            {"shift", norm.shift}};
  }
};

constexpr Activation kActivations[] = {Activation::kIdentity, Activation::kRelu, Activation::kElu,
                                       Activation::kTanh, Activation::kSigmoid};

TEST(ReferenceOpsGradient, ConvMatchesFiniteDifferences) {
  const auto ops = reference_ops();
  for (const Activation activation : kActivations) {
    for (const int stride : {1, 2}) {
      Block block({3, 2, 4, 4});
      const Tensor x = random_double("x", {2, 6, 5, 2});
      const auto loss = [&] {
        return weigh(ops->conv(x, block.affine, stride, block.norm, activation));
      };
      EXPECT_LT(gradient_error(loss, block.named(x)), kGradientTolerance);
    }
  }
}

TEST(ReferenceOpsGradient, UpsampleConvMatchesFiniteDifferences) {
  const auto ops = reference_ops();
  for (const int size : {8, 7}) {  // exactly twice, and not
    Block block({3, 2, 4, 4});
    const Tensor x = random_double("x", {2, 4, 4, 2});
    const auto loss = [&] {
      return weigh(ops->upsample_conv(x, size, size, block.affine, block.norm, Activation::kTanh));
    };
    EXPECT_LT(gradient_error(loss, block.named(x)), kGradientTolerance);
  }
}

TEST(ReferenceOpsGradient, DenseMatchesFiniteDifferences) {
  const auto ops = reference_ops();
  for (const Activation activation : kActivations) {
    Block block({5, 4});
    const Tensor x = random_double("x", {3, 4});
    const auto loss = [&] { return weigh(ops->dense(x, block.affine, block.norm, activation)); };
    EXPECT_LT(gradient_error(loss, block.named(x)), kGradientTolerance);
  }
}

TEST(ReferenceOpsGradient, PairsAndAttendMatchFiniteDifferences) {
  const auto ops = reference_ops();
  const Tensor focus = random_double("focus", {2, 3, 4}),
               context = random_double("context", {2, 3, 4});
  const Tensor alpha = random_double("alpha", {2, 3, 2});
  const Norm norm{random_double("scale", {4}), random_double("shift", {4}), 1e-3};
  const auto loss = [&] {
    return weigh(ops->attend(alpha, ops->pairs(focus, context, norm, Activation::kElu)));
  };
  EXPECT_LT(gradient_error(loss, {{"focus", focus},
                                  {"context", context},
                                  {"alpha", alpha},
                                  {"scale", norm.scale},
                                  {"shift", norm.shift}}),
            kGradientTolerance);
}

TEST(ReferenceOpsGradient, MaskedResidualMatchesFiniteDifferences) {
  const auto ops = reference_ops();
  const Tensor gamma = random_double("gamma", {2, 3, 6}), psi = random_double("psi", {2, 3, 6});
  const Tensor x = random_double("x", {2, 6}).detach();
  const auto loss = [&] { return weigh(ops->masked_residual(gamma, x, psi)); };
  EXPECT_LT(gradient_error(loss, {{"gamma", gamma}, {"psi", psi}}), kGradientTolerance);
}

TEST(ReferenceOpsGradient, StepLossMatchesFiniteDifferencesThroughGamma) {
  const auto ops = reference_ops();
  const Tensor logits = random_double("logits", {2, 3, 6});
  const Tensor target = random_double("y", {2, 6}).detach().gt(0).to(torch::kFloat64);
  for (const double prior : {0.0, 0.3}) {
    const LossConfig settings{prior, 0.7, /*through_gamma=*/true};
    const auto loss = [&] {
      return weigh(ops->step_loss(torch::sigmoid(logits), target, settings).total);
    };
    EXPECT_LT(gradient_error(loss, {{"logits", logits}}), kGradientTolerance);
  }
}

TEST(ReferenceOpsGradient, CheckFindsAWrongOperator) {
  // tanh with the gradient of the identity
  const Tensor x = random_double("x", {3, 4});
  const auto loss = [&] { return weigh(x + (torch::tanh(x) - x).detach()); };
  EXPECT_GT(gradient_error(loss, {{"x", x}}), 1e-2);
}

}  // namespace
}  // namespace rnem::ops
