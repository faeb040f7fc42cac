#include "rnem/metrics/assignment_entropy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rnem/metrics/attention_contrast.h"

namespace rnem::metrics {
namespace {

TEST(AssignmentEntropy, IsOneWhereAllShareAndZeroWithOneOwner) {
  torch::Tensor gamma = torch::full({2, 4, 3}, 0.25);
  gamma[0].select(1, 0) = torch::tensor({1.0, 0.0, 0.0, 0.0});
  gamma[0].select(1, 1) = torch::tensor({0.5, 0.5, 0.0, 0.0});
  const auto of = [&](std::vector<int> pixels) {
    torch::Tensor chosen = torch::zeros({2, 3}, torch::kBool);
    for (const int i : pixels) chosen[0][i] = true;
    return assignment_entropy(gamma, chosen);
  };
  EXPECT_NEAR(of({0})[0].item<double>(), 0.0, 1e-6);
  EXPECT_NEAR(of({1})[0].item<double>(), 0.5, 1e-6);
  EXPECT_NEAR(of({2})[0].item<double>(), 1.0, 1e-6);
  EXPECT_NEAR(of({0, 1, 2})[0].item<double>(), 0.5, 1e-6);
  EXPECT_TRUE(std::isnan(of({0})[1].item<double>()));  // no pixel of this sequence
}

TEST(AssignmentEntropy, OfOneComponentSaysNothing) {
  const auto entropy =
      assignment_entropy(torch::ones({1, 1, 4}), torch::ones({1, 4}, torch::kBool));
  EXPECT_TRUE(std::isnan(entropy[0].item<double>()));
}

TEST(AttentionContrast, AveragesBothKindsOfPairs) {
  const std::vector<Scored> pairs = {{0.9F, true}, {0.7F, true}, {0.1F, false}};
  const AttentionContrast contrast = attention_contrast(pairs);
  EXPECT_NEAR(contrast.colliding, 0.8, 1e-6);
  EXPECT_NEAR(contrast.apart, 0.1, 1e-6);
  EXPECT_TRUE(std::isnan(attention_contrast({pairs.data(), 2}).apart));
}

}  // namespace
}  // namespace rnem::metrics
