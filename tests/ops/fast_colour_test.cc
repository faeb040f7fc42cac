// Gaussian pixels: fast against reference, and both against the formulas.
#include <gtest/gtest.h>

#include "ops/every_target.h"
#include "ops/ops_compare.h"

namespace rnem::ops {
namespace {

constexpr std::int64_t kBatch = 3, kPixels = 77;

Tensor variable(const Tensor& x) { return x.clone().set_requires_grad(true); }

struct Case {
  std::int64_t channels, k;
};

class FastColour : public testing::TestWithParam<Case> {
 protected:
  std::int64_t channels_ = GetParam().channels, k_ = GetParam().k;
  Tensor psi_ = variable(torch::rand({kBatch, k_, kPixels* channels_}));
  Tensor mask_ = variable(torch::rand({kBatch, k_, kPixels}));
  Tensor frame_ = torch::rand({kBatch, kPixels* channels_});
  Tensor background_ = torch::rand({kBatch, kPixels* channels_});
};

TEST_P(FastColour, ShowsTheSame) {
  const Tensor drawn = variable(torch::rand({kBatch * k_, kPixels * (channels_ + 1)}));
  for_each_machine([&](const std::string& machine) {
    // both outputs, each alone, and weighted so that neither gradient hides the other
    for (const auto& [of_psi, of_mask] : {std::pair{1.0, 0.0}, {0.0, 1.0}, {0.7, 1.3}}) {
      EXPECT_EQ("",
                compare_ops(
                    [&, a = of_psi, b = of_mask](const Ops& ops, const std::vector<Tensor>& in) {
                      const Shown shown = ops.show(in[0], background_, channels_);
                      std::vector<Tensor> parts;
                      if (a > 0) parts.push_back(a * shown.psi);
                      if (b > 0) parts.push_back(b * shown.mask);
                      return torch::cat(parts, 1);
                    },
                    {drawn}))
          << machine;
    }
  });
}

TEST_P(FastColour, SeesTheSame) {
  const Tensor gamma = torch::softmax(torch::randn({kBatch, k_, kPixels}), 1);
  for_each_machine([&](const std::string& machine) {
    for (const bool evidence : {false, true}) {
      EXPECT_EQ("", compare_ops(
                        [&](const Ops& ops, const std::vector<Tensor>& in) {
                          return ops.sight(gamma, frame_, in[0], in[1], evidence);
                        },
                        {psi_, mask_}))
          << machine;
    }
  });
}

TEST_P(FastColour, LosesTheSame) {
  for_each_machine([&](const std::string& machine) {
    for (const bool learned : {false, true}) {
      for (const double weight : {1.0, 0.3}) {
        LossConfig settings;
        settings.pixels = "gaussian";
        settings.inter_weight = weight;
        std::vector<Tensor> inputs = {psi_};
        if (learned) inputs.push_back(variable(torch::full({1}, -1.2)));
        const auto loss = [&](const Ops& ops, const std::vector<Tensor>& in) {
          return ops.gaussian_loss(in[0], frame_,
                                   {channels_, background_, learned ? in[1] : Tensor()}, settings);
        };
        EXPECT_EQ("", compare_ops(
                          [&](const Ops& ops, const std::vector<Tensor>& in) {
                            // sequences count differently, as in no training
                            return loss(ops, in).total * torch::tensor({1.0, 0.5, 2.0});
                          },
                          inputs))
            << machine;
        EXPECT_EQ(
            "", compare_ops(
                    [&](const Ops& ops, const std::vector<Tensor>& in) {
                      const StepLoss out = loss(ops, in);
                      Tensor all = torch::cat({out.gamma.detach().flatten(), out.intra, out.inter});
                      for (const Tensor& one : in) all = all + one.sum();
                      return all;
                    },
                    inputs))
            << machine;
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Sizes, FastColour,
                         testing::Values(Case{1, 1}, Case{1, 4}, Case{3, 1}, Case{3, 5}));

TEST(GaussianLoss, IsWhatTheFormulasSay) {
  // one pixel of three channels, two components: |y - psi|² is 0.25 and 1
  const Tensor psi = torch::tensor({0.5, 0.0, 0.0, 0.0, 0.0, 0.0}).reshape({1, 2, 3});
  const Tensor y = torch::tensor({1.0, 0.0, 0.0}).reshape({1, 3});
  const Tensor b = torch::tensor({0.0, 0.0, 1.0}).reshape({1, 3});
  LossConfig settings;
  settings.deviation = 0.5;  // 1 / 2 sigma² = 2
  const StepLoss loss = reference_ops()->gaussian_loss(psi, y, {3, b, {}}, settings);
  const double first = std::exp(-0.5) / (std::exp(-0.5) + std::exp(-2.0)), second = 1 - first;
  EXPECT_NEAR(loss.gamma[0][0][0].item<double>(), first, 1e-6);
  EXPECT_NEAR(loss.intra.item<double>(), 0.5 * first + 2.0 * second, 1e-6);
  // |psi - b|² is 1.25 and 1
  EXPECT_NEAR(loss.inter.item<double>(), 2.5 * (1 - first) + 2.0 * (1 - second), 1e-5);
}

TEST(Show, IsTheBackgroundWhereNothingIsDrawnAndTheColourWhereAllIs) {
  const Tensor b = torch::tensor({0.1, 0.2, 0.3}).reshape({1, 3});
  const Tensor drawn = torch::tensor({0.9, 0.8, 0.7, 0.0, 0.9, 0.8, 0.7, 1.0}).reshape({2, 4});
  const Shown shown = fast_ops(Precision::kFloat32)->show(drawn, b, 3);
  EXPECT_TRUE(torch::allclose(shown.psi[0], b[0]));
  EXPECT_TRUE(torch::allclose(shown.psi[1], torch::tensor({0.9, 0.8, 0.7})));
}

}  // namespace
}  // namespace rnem::ops
