#include "rnem/ops/weight_gradients.h"

#include <gtest/gtest.h>

#include <vector>

namespace rnem::ops {
namespace {

Tensor rows(std::int64_t n, std::int64_t columns, std::int64_t step) {
  return torch::arange(n * columns, torch::kFloat32)
      .add(step)
      .mul(0.37)
      .sin()
      .reshape({n, columns});
}

// The weight's grad after one backward pass through a dense layer that was used `steps` times.
Tensor weight_gradient(const Ops& ops, std::int64_t n, int steps, bool collect) {
  const Tensor weight = rows(7, 5, 1).requires_grad_(), bias = rows(1, 7, 2)[0].requires_grad_();
  Tensor loss = torch::zeros({});
  for (int t = 0; t < steps; ++t) {
    const Tensor y = ops.dense(rows(n, 5, t), {weight, bias}, {}, Activation::kTanh);
    loss = loss + (y * rows(n, 7, t + 1)).sum();
  }
  if (collect) {
    WeightGradients gradients;
    loss.backward();
    gradients.finish();
  } else {
    loss.backward();
  }
  return weight.grad();
}

TEST(WeightGradients, AreTheSumOverStepsForAnyNumberOfRows) {
  const auto fast = fast_ops(Precision::kFloat32);
  // fewer rows than a product is made of, as many in several parts, more at once
  for (const auto& [n, steps] : std::vector<std::pair<int, int>>{{3, 2}, {300, 5}, {1000, 2}}) {
    const Tensor expected = weight_gradient(*reference_ops(), n, steps, false);
    for (const bool collect : {false, true}) {
      const Tensor got = weight_gradient(*fast, n, steps, collect);
      ASSERT_TRUE(got.defined());
      EXPECT_TRUE(torch::allclose(got, expected, 1e-4, 1e-3 * expected.abs().max().item<double>()))
          << n << " rows, " << steps << " steps, collected: " << collect;
    }
  }
}

// Its rows are rounded for the product in one piece or step by step: to the same numbers.
TEST(WeightGradients, InBf16AreTheSameCollectedAndNot) {
  const auto half = fast_ops(Precision::kEmulatedBfloat16);
  for (const auto& [n, steps] : std::vector<std::pair<int, int>>{{3, 2}, {300, 5}}) {
    const Tensor expected = weight_gradient(*half, n, steps, false);
    const double largest = expected.abs().max().item<double>();
    EXPECT_TRUE(
        torch::allclose(weight_gradient(*half, n, steps, true), expected, 0, 1e-4 * largest));
    EXPECT_FALSE(torch::allclose(weight_gradient(*fast_ops(Precision::kFloat32), n, steps, true),
                                 expected, 0, 1e-4 * largest))
        << "nothing was rounded";
  }
}

TEST(WeightGradients, AddToWhatIsThere) {
  const auto fast = fast_ops(Precision::kFloat32);
  const Tensor weight = rows(7, 5, 1).requires_grad_();
  weight.mutable_grad() = torch::ones({7, 5});
  WeightGradients gradients;
  fast->dense(rows(4, 5, 0), {weight, {}}, {}, Activation::kIdentity).sum().backward();
  gradients.finish();
  const Tensor expected = rows(4, 5, 0).sum(0, true).expand({7, 5}) + 1;
  EXPECT_TRUE(torch::allclose(weight.grad(), expected, 1e-4, 1e-4));
}

TEST(WeightGradients, LeaveAutogradAloneWhenNobodyCollects) {
  EXPECT_EQ(WeightGradients::active(), nullptr);
  {
    const WeightGradients gradients;
    EXPECT_EQ(WeightGradients::active(), &gradients);
  }
  EXPECT_EQ(WeightGradients::active(), nullptr);
}

}  // namespace
}  // namespace rnem::ops
