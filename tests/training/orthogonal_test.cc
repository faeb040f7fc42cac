#include "rnem/training/orthogonal.h"

#include <gtest/gtest.h>

#include "rnem/model/parameters.h"
#include "rnem/training/optimizer.h"

namespace rnem::training {
namespace {

torch::Tensor random_matrix(std::int64_t rows, std::int64_t columns) {
  torch::manual_seed(1);
  return torch::randn({rows, columns});
}

torch::Tensor singular_values(const torch::Tensor& x) {
  return torch::linalg_svdvals(x.to(torch::kFloat64), c10::nullopt);
}

// Newton-Schulz as it is written in papers, on the whole matrix.
torch::Tensor plain_steps(const torch::Tensor& matrix) {
  torch::Tensor x = matrix / matrix.norm();
  for (int step = 0; step < 5; ++step) {
    const torch::Tensor a = x.mm(x.t());
    x = 3.4445 * x + (-4.7750 * a + 2.0315 * a.mm(a)).mm(x);
  }
  return x;
}

TEST(Orthogonalised, BringsAllSingularValuesNearOne) {
  for (const auto& [rows, columns] : {std::pair{8, 40}, {40, 8}, {20, 20}}) {
    const torch::Tensor values = singular_values(orthogonalised(random_matrix(rows, columns)));
    EXPECT_GT(values.min().item<double>(), rows == columns ? 0.3 : 0.6);
    EXPECT_LT(values.max().item<double>(), 1.3);
  }
}

TEST(Orthogonalised, EqualsTheStepsOnTheWholeMatrix) {
  const torch::Tensor x = random_matrix(16, 50);
  EXPECT_LT((orthogonalised(x) - plain_steps(x)).abs().max().item<double>(), 1e-4);
  EXPECT_LT((orthogonalised(x.t()) - plain_steps(x).t()).abs().max().item<double>(), 1e-4);
}

TEST(Orthogonalised, TakesAConvolutionsWeightAsAMatrixAndLeavesZeroAlone) {
  const torch::Tensor x = random_matrix(6, 32);
  const torch::Tensor kernel = orthogonalised(x.reshape({6, 2, 4, 4}));
  EXPECT_EQ(kernel.sizes(), at::IntArrayRef({6, 2, 4, 4}));
  EXPECT_TRUE(kernel.flatten(1).equal(orthogonalised(x)));
  EXPECT_TRUE(orthogonalised(torch::zeros({3, 4})).eq(0).all().item<bool>());
}

// A weight and a bias through two steps of the rule.
TEST(Optimizer, MuonTurnsWeightsAndLeavesTheRestToAdam) {
  constexpr double kRate = 0.1, kBeta = 0.9;
  const auto gradient = [](int step) { return random_matrix(4, 9) * (step + 1) - step; };
  model::Parameters parameters(0), other(0);
  torch::Tensor weight = parameters.constant("w", {4, 9}, 1.0);
  torch::Tensor bias = parameters.constant("b", {4}, 1.0), twin = other.constant("b", {4}, 1.0);
  Optimizer muon({"muon", kBeta, 0.999, 1e-8}, parameters);
  Optimizer adam({"adam", kBeta, 0.999, 1e-8}, other);
  torch::Tensor expected = torch::ones({4, 9}), m = torch::zeros({4, 9});
  for (int step = 0; step < 2; ++step) {
    const torch::Tensor g = gradient(step);
    weight.mutable_grad() = g.clone();
    bias.mutable_grad() = g.select(1, 0).contiguous();
    twin.mutable_grad() = g.select(1, 0).contiguous();
    muon.step(step + 1, kRate, 1.0);
    adam.step(step + 1, kRate, 1.0);
    m = kBeta * m + (1 - kBeta) * g;
    expected = expected - kRate * 0.2 * 3.0 * orthogonalised((1 - kBeta) * g + kBeta * m);
  }
  EXPECT_LT((weight - expected).abs().max().item<double>(), 1e-5);
  EXPECT_TRUE(bias.equal(twin));
  ASSERT_EQ(muon.state().size(), 3u);
  EXPECT_EQ(muon.state()[0].first, "muon.m.w");
  EXPECT_EQ(muon.state()[2].first, "muon.v.b");
}

}  // namespace
}  // namespace rnem::training
