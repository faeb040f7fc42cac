// Dense layers, convolutions and stacks of both: fast against reference.
#include <gtest/gtest.h>

#include "ops/every_target.h"
#include "ops/ops_compare.h"
#include "ops/small_networks.h"

namespace rnem::ops {
namespace {

constexpr Activation kAll[] = {Activation::kIdentity, Activation::kRelu, Activation::kElu,
                               Activation::kTanh, Activation::kSigmoid};

TEST(FastDense, AgreesForEveryActivationWithAndWithoutNorm) {
  torch::manual_seed(1);
  for_each_machine([](const std::string& machine) {
    for (const Activation activation : kAll) {
      for (const std::int64_t n : {1, 3, 17}) {
        const std::vector<Tensor> inputs{parameter({n, 37}), parameter({23, 37}, 0.2),
                                         parameter({23}), parameter({23}), parameter({23})};
        EXPECT_EQ("", compare_ops(
                          [&](const Ops& ops, const std::vector<Tensor>& in) {
                            return ops.dense(in[0], {in[1], in[2]}, {in[3], in[4]}, activation);
                          },
                          inputs))
            << machine << ", n = " << n;
        EXPECT_EQ("", compare_ops(
                          [&](const Ops& ops, const std::vector<Tensor>& in) {
                            return ops.dense(in[0], {in[1], in[2]}, {}, activation);
                          },
                          {inputs[0], inputs[1], inputs[2]}))
            << machine << ", n = " << n;
      }
    }
  });
}

TEST(FastDense, TakesPartOfAWeightAndNoBias) {
  torch::manual_seed(2);
  EXPECT_EQ("",
            compare_ops(
                [](const Ops& ops, const std::vector<Tensor>& in) {
                  return ops.dense(in[0], {in[1].narrow(1, 5, 7), {}}, {}, Activation::kIdentity);
                },
                {parameter({6, 7}), parameter({9, 20})}));
}

TEST(FastDense, PassesNoGradientToAnInputThatWantsNone) {
  torch::manual_seed(3);
  EXPECT_EQ("", compare_ops(
                    [](const Ops& ops, const std::vector<Tensor>& in) {
                      return ops.dense(in[0], {in[1], {}}, {}, Activation::kRelu);
                    },
                    {torch::randn({6, 7}), parameter({9, 7})}));
}

struct ConvCase {
  std::int64_t n, height, width, in, out;
};

class FastConv : public testing::TestWithParam<ConvCase> {};

TEST_P(FastConv, OfStrideTwoAgrees) {
  const auto [n, height, width, in_channels, out_channels] = GetParam();
  torch::manual_seed(4);
  const std::vector<Tensor> inputs{
      parameter({n, height, width, in_channels}), parameter({out_channels, in_channels, 4, 4}, 0.2),
      parameter({out_channels}), parameter({out_channels}), parameter({out_channels})};
  for_each_machine([&](const std::string& machine) {
    EXPECT_EQ("", compare_ops(
                      [](const Ops& ops, const std::vector<Tensor>& in) {
                        return ops.conv(in[0], {in[1], in[2]}, 2, {in[3], in[4]}, Activation::kElu);
                      },
                      inputs))
        << machine;
    EXPECT_EQ("", compare_ops(
                      [](const Ops& ops, const std::vector<Tensor>& in) {
                        return ops.conv(in[0], {in[1], in[2]}, 2, {}, Activation::kSigmoid);
                      },
                      {inputs[0], inputs[1], inputs[2]}))
        << machine;
  });
}

TEST_P(FastConv, AfterUpsamplingAgrees) {
  // the other way round: from the map with more channels to the one with fewer
  const auto [n, height, width, out_channels, in_channels] = GetParam();
  torch::manual_seed(5);
  const std::vector<Tensor> inputs{
      parameter({n, height, width, in_channels}), parameter({out_channels, in_channels, 4, 4}, 0.2),
      parameter({out_channels}), parameter({out_channels}), parameter({out_channels})};
  for_each_machine([&, h = height, w = width, out = out_channels](const std::string& machine) {
    // a norm over one channel makes the bias's gradient zero: nothing to compare
    if (out > 1) {
      EXPECT_EQ("", compare_ops(
                        [&](const Ops& ops, const std::vector<Tensor>& in) {
                          return ops.upsample_conv(in[0], 2 * h, 2 * w, {in[1], in[2]},
                                                   {in[3], in[4]}, Activation::kRelu);
                        },
                        inputs))
          << machine;
    }
    EXPECT_EQ("", compare_ops(
                      [&](const Ops& ops, const std::vector<Tensor>& in) {
                        return ops.upsample_conv(in[0], 2 * h, 2 * w, {in[1], in[2]}, {},
                                                 Activation::kSigmoid);
                      },
                      {inputs[0], inputs[1], inputs[2]}))
        << machine;
  });
}

INSTANTIATE_TEST_SUITE_P(Shapes, FastConv,
                         testing::Values(ConvCase{1, 8, 8, 1, 16}, ConvCase{3, 8, 12, 16, 32},
                                         ConvCase{2, 7, 11, 32, 16}, ConvCase{2, 5, 3, 1, 32},
                                         ConvCase{3, 9, 6, 2, 16}, ConvCase{2, 8, 8, 3, 16},
                                         // frames with masks, and all that is seen of them
                                         ConvCase{2, 7, 8, 4, 16}, ConvCase{2, 8, 8, 7, 32},
                                         ConvCase{2, 6, 10, 16, 48},
                                         // no vectors of these channels: the reference steps in
                                         ConvCase{2, 8, 8, 3, 7}, ConvCase{17, 4, 4, 16, 16}));

TEST(FastConv, ResizesThatDoNotDoubleAgree) {
  torch::manual_seed(6);
  EXPECT_EQ("",
            compare_ops(
                [](const Ops& ops, const std::vector<Tensor>& in) {
                  return ops.upsample_conv(in[0], 11, 11, {in[1], in[2]}, {}, Activation::kRelu);
                },
                {parameter({2, 8, 8, 16}), parameter({16, 16, 4, 4}), parameter({16})}));
}

// the last bias sums thousands of gradients of both signs, which leaves little of them
constexpr double kNetTolerance = 1e-3;

TEST(FastNetwork, EncoderAndDecoderAgree) {
  torch::manual_seed(7);
  for (const Net& net : {kEncoder, kDecoder}) {
    const auto inputs = net_inputs(net, 5);
    for_each_machine([&](const std::string& machine) {
      EXPECT_EQ("",
                compare_ops([&](const Ops& ops,
                                const std::vector<Tensor>& in) { return run_net(ops, net, in); },
                            inputs, kNetTolerance))
          << machine;
    });
  }
}

TEST(FastNetwork, FusesAroundLayersItDoesNotKnow) {
  torch::manual_seed(10);
  const Net net{
      {0, 0, 20},
      {"fc 8x8x16 relu", "up 4x4 16 relu to 11x11", "up 4x4 16 relu", "up 4x4 1 sigmoid plain"}};
  EXPECT_EQ("", compare_ops([&](const Ops& ops,
                                const std::vector<Tensor>& in) { return run_net(ops, net, in); },
                            net_inputs(net, 3), kNetTolerance));
}

TEST(FastNetwork, CanBeDifferentiatedTwice) {
  torch::manual_seed(11);
  const Net net{{0, 0, 6}, {"fc 4x4x16 tanh", "up 4x4 1 sigmoid plain"}};
  EXPECT_EQ("", compare_ops(
                    [&](const Ops& ops, const std::vector<Tensor>& in) {
                      const Tensor y = run_net(ops, net, in);
                      return torch::autograd::grad({y.square().sum()}, {in[0]}, {}, true, true)[0];
                    },
                    net_inputs(net, 3), kNetTolerance));
}

TEST(FastNetwork, GivesTheSameWithoutGradients) {
  torch::manual_seed(8);
  const auto ops = fast_ops(Precision::kFloat32);
  for (const Net& net : {kEncoder, kDecoder}) {
    const auto inputs = net_inputs(net, 3);
    const Tensor with = run_net(*ops, net, inputs);
    const torch::NoGradGuard guard;
    EXPECT_TRUE(torch::equal(with, run_net(*ops, net, inputs)));
  }
}

TEST(FastNetwork, RepeatsBitForBitWithTheSameThreads) {
  torch::manual_seed(9);
  const auto ops = fast_ops(Precision::kFloat32);
  const auto inputs = net_inputs(kEncoder, 9);
  const auto gradients = [&] {
    return torch::autograd::grad({run_net(*ops, kEncoder, inputs).square().sum()}, inputs);
  };
  const auto first = gradients(), second = gradients();
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_TRUE(torch::equal(first[i], second[i]));
}

}  // namespace
}  // namespace rnem::ops
