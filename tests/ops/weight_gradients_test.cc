#include <gtest/gtest.h>

#include <vector>

#include "rnem/ops/ops.h"

namespace rnem::ops {
namespace {

Tensor rows(std::int64_t n, std::int64_t columns, std::int64_t step) {
  return torch::arange(n * columns, torch::kFloat32)
      .add(step)
      .mul(0.37)
      .sin()
      .reshape({n, columns});
}

// A loss of a dense layer that is used `steps` times.
Tensor loss_of(const Ops& ops, const Tensor& weight, std::int64_t n, int steps) {
  const Tensor bias = rows(1, 7, 2)[0].requires_grad_();
  Tensor loss = torch::zeros({});
  for (int t = 0; t < steps; ++t) {
    const Tensor y = ops.dense(rows(n, 5, t), {weight, bias}, {}, Activation::kTanh);
    loss = loss + (y * rows(n, 7, t + 1)).sum();
  }
  return loss;
}

// The weight's grad after one backward pass.
Tensor weight_gradient(const Ops& ops, std::int64_t n, int steps, bool collect) {
  const Tensor weight = rows(7, 5, 1).requires_grad_();
  if (collect) {
    const auto gradients = ops.collect_weight_gradients();
    loss_of(gradients->ops(), weight, n, steps).backward();
    gradients->finish();
  } else {
    loss_of(ops, weight, n, steps).backward();
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
  const auto gradients = fast->collect_weight_gradients();
  const Tensor y = gradients->ops().dense(rows(4, 5, 0), {weight, {}}, {}, Activation::kIdentity);
  y.sum().backward();
  gradients->finish();
  const Tensor expected = rows(4, 5, 0).sum(0, true).expand({7, 5}) + 1;
  EXPECT_TRUE(torch::allclose(weight.grad(), expected, 1e-4, 1e-4));
}

TEST(WeightGradients, AreThereOnlyWhenFinished) {
  const auto gradients = fast_ops(Precision::kFloat32)->collect_weight_gradients();
  const Tensor weight = rows(7, 5, 1).requires_grad_();
  loss_of(gradients->ops(), weight, 3, 2).backward();
  EXPECT_FALSE(weight.grad().defined());
  gradients->finish();
  EXPECT_TRUE(weight.grad().defined());
}

// Last layer first, as the backward pass comes to them: the order in which they are sent to others.
TEST(WeightGradients, AreToldOneByOneWhenComplete) {
  const auto gradients = fast_ops(Precision::kFloat32)->collect_weight_gradients();
  const Tensor first = rows(6, 5, 1).requires_grad_(), second = rows(4, 6, 2).requires_grad_();
  const auto dense = [&](const Tensor& x, const Tensor& weight) {
    return gradients->ops().dense(x, {weight, {}}, {}, Activation::kTanh);
  };
  dense(dense(rows(3, 5, 0), first), second).sum().backward();
  std::vector<const void*> told;
  gradients->finish([&](const Tensor& weight) {
    told.push_back(weight.data_ptr());
    EXPECT_TRUE(weight.grad().defined());
    EXPECT_EQ(first.grad().defined(), told.size() == 2);
  });
  EXPECT_EQ(told, (std::vector<const void*>{second.data_ptr(), first.data_ptr()}));
}

// Another's backward pass is complete in itself, be it of the same operators.
TEST(WeightGradients, BelongToWhoeverCollectsThem) {
  const auto fast = fast_ops(Precision::kFloat32);
  const Tensor expected = weight_gradient(*fast, 3, 2, false);
  const auto first = fast->collect_weight_gradients();
  const auto second = fast_ops(Precision::kFloat32)->collect_weight_gradients();
  const Tensor weight = rows(7, 5, 1).requires_grad_();
  EXPECT_TRUE(torch::equal(weight_gradient(*fast, 3, 2, false), expected));
  const auto loss = loss_of(*fast, weight, 3, 2);
  EXPECT_TRUE(torch::equal(torch::autograd::grad({loss}, {weight})[0], expected));
  loss_of(first->ops(), weight, 3, 2).backward();
  second->finish();
  EXPECT_FALSE(weight.grad().defined());
  first->finish();
  EXPECT_TRUE(torch::allclose(weight.grad(), expected, 1e-4, 1e-4));
}

// Only what a backward pass asks for is collected in it.
TEST(WeightGradients, AreLeftOutWhereOnlyTheInputsAreWanted) {
  const auto gradients = fast_ops(Precision::kFloat32)->collect_weight_gradients();
  const Tensor weight = rows(7, 5, 1).requires_grad_(), x = rows(3, 5, 4).requires_grad_();
  const Tensor y = gradients->ops().dense(x, {weight, {}}, {}, Activation::kTanh);
  EXPECT_TRUE(torch::autograd::grad({y.sum()}, {x})[0].defined());
  gradients->finish();
  EXPECT_FALSE(weight.grad().defined());
}

TEST(WeightGradients, AreCompleteAtOnceInTheReference) {
  const auto reference = reference_ops();
  const auto gradients = reference->collect_weight_gradients();
  EXPECT_EQ(&gradients->ops(), reference.get());
}

}  // namespace
}  // namespace rnem::ops
