// Interaction and EM-step operators: fast against reference.
#include <gtest/gtest.h>

#include "ops/every_target.h"
#include "ops/ops_compare.h"

namespace rnem::ops {
namespace {

Tensor variable(const Tensor& x) { return x.clone().set_requires_grad(true); }

TEST(FastPairs, AgreeForEveryNumberOfComponents) {
  torch::manual_seed(1);
  for_each_machine([](const std::string& machine) {
    for (const std::int64_t k : {2, 3, 8}) {
      const std::vector<Tensor> inputs{variable(torch::randn({3, k, 29})),
                                       variable(torch::randn({3, k, 29})),
                                       variable(torch::randn({29})), variable(torch::randn({29}))};
      EXPECT_EQ("", compare_ops(
                        [](const Ops& ops, const std::vector<Tensor>& in) {
                          return ops.pairs(in[0], in[1], {in[2], in[3]}, Activation::kElu);
                        },
                        inputs))
          << machine << ", K = " << k;
      EXPECT_EQ("", compare_ops(
                        [](const Ops& ops, const std::vector<Tensor>& in) {
                          return ops.pairs(in[0], in[1], {}, Activation::kTanh);
                        },
                        {inputs[0], inputs[1]}))
          << machine << ", K = " << k;
    }
  });
}

TEST(FastPairs, OfOneComponentAreNone) {
  const auto ops = fast_ops(Precision::kFloat32);
  const Tensor theta = torch::randn({2, 1, 5});
  EXPECT_EQ(ops->pairs(theta, theta, {}, Activation::kRelu).numel(), 0);
}

TEST(FastAttend, Agrees) {
  torch::manual_seed(2);
  for_each_machine([](const std::string& machine) {
    for (const std::int64_t k : {2, 5}) {
      EXPECT_EQ("",
                compare_ops([](const Ops& ops,
                               const std::vector<Tensor>& in) { return ops.attend(in[0], in[1]); },
                            {variable(torch::rand({3, k, k - 1})),
                             variable(torch::randn({3, k, k - 1, 45}))}))
          << machine << ", K = " << k;
    }
  });
}

TEST(FastNormActivation, Agrees) {
  torch::manual_seed(3);
  for_each_machine([](const std::string& machine) {
    for (const std::int64_t n : {1, 3, 17}) {
      const Tensor x = variable(torch::randn({n, 53}));
      EXPECT_EQ("", compare_ops(
                        [](const Ops& ops, const std::vector<Tensor>& in) {
                          return ops.norm_activation(in[0], {in[1], in[2]}, Activation::kSigmoid);
                        },
                        {x, variable(torch::randn({53})), variable(torch::randn({53}))}))
          << machine;
      EXPECT_EQ("", compare_ops(
                        [](const Ops& ops, const std::vector<Tensor>& in) {
                          return ops.norm_activation(in[0], {}, Activation::kSigmoid);
                        },
                        {x}))
          << machine;
    }
  });
}

TEST(FastMaskedResidual, Agrees) {
  torch::manual_seed(4);
  for_each_machine([](const std::string& machine) {
    for (const bool through_gamma : {false, true}) {
      const Tensor gamma = torch::rand({3, 4, 75}).set_requires_grad(through_gamma);
      EXPECT_EQ("", compare_ops(
                        [](const Ops& ops, const std::vector<Tensor>& in) {
                          return ops.masked_residual(in[0], in[1], in[2]);
                        },
                        {gamma, torch::bernoulli(torch::full({3, 75}, 0.3)),
                         variable(torch::rand({3, 4, 75}))}))
          << machine;
    }
  });
}

class FastStepLoss : public testing::TestWithParam<int> {};

TEST_P(FastStepLoss, Agrees) {
  torch::manual_seed(5);
  // some predictions beyond the clip, where the gradient stops
  const Tensor psi = variable((torch::rand({3, GetParam(), 77}) * 1.1 - 0.05).clamp(0, 1));
  const Tensor target = torch::bernoulli(torch::full({3, 77}, 0.3));
  for_each_machine([&](const std::string& machine) {
    for (const LossConfig& settings : {LossConfig{}, LossConfig{0.0, 0.3, false},
                                       LossConfig{0.1, 1.0, false}, LossConfig{0.0, 1.0, true}}) {
      const auto loss = [&](const Ops& ops, const std::vector<Tensor>& in) {
        return ops.step_loss(in[0], target, settings);
      };
      EXPECT_EQ("", compare_ops([&](const Ops& ops,
                                    const std::vector<Tensor>& in) { return loss(ops, in).total; },
                                {psi}))
          << machine;
      // the outputs without gradient ride along
      EXPECT_EQ("", compare_ops(
                        [&](const Ops& ops, const std::vector<Tensor>& in) {
                          const StepLoss out = loss(ops, in);
                          return torch::cat({out.gamma.detach().flatten(), out.intra, out.inter}) +
                                 0 * in[0].sum() + in[0].sum();
                        },
                        {psi}))
          << machine;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Components, FastStepLoss, testing::Values(1, 2, 5, 8));

}  // namespace
}  // namespace rnem::ops
