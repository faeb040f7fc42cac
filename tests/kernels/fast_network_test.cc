// Dense layers, convolutions and stacks of both: fast against reference.
#include <gtest/gtest.h>

#include "kernels/every_target.h"
#include "kernels/ops_compare.h"

namespace rnem::model {
namespace {

Tensor parameter(at::IntArrayRef sizes, double scale = 1.0) {
  return (torch::randn(sizes) * scale).set_requires_grad(true);
}

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

// An encoder and a decoder in miniature; the second convolution has no norm on purpose.
struct Net {
  FeatureShape input;
  std::vector<std::string> lines;
};

Tensor run_net(const Ops& ops, const Net& net, const std::vector<Tensor>& in) {
  std::vector<NetworkLayer> layers;
  std::size_t next = 1;
  for (const LayerSpec& spec : parse_layers(net.lines, net.input, "test")) {
    NetworkLayer layer{spec, {in[next], in[next + 1]}, {}};
    next += 2;
    if (spec.norm) {
      layer.norm = {in[next], in[next + 1]};
      next += 2;
    }
    layers.push_back(layer);
  }
  return ops.network(in[0], net.input, layers);
}

std::vector<Tensor> net_inputs(const Net& net, std::int64_t n) {
  std::vector<Tensor> in{parameter({n, net.input.size()})};
  FeatureShape shape = net.input;
  for (const LayerSpec& spec : parse_layers(net.lines, net.input, "test")) {
    const bool dense = spec.kind == LayerKind::kDense;
    const std::int64_t out = dense ? spec.output.size() : spec.output.channels;
    in.push_back(dense ? parameter({out, shape.size()}, 0.1)
                       : parameter({out, shape.channels, 4, 4}, 0.1));
    in.push_back(parameter({out}));
    if (spec.norm) {
      in.push_back(parameter({out}));
      in.push_back(parameter({out}));
    }
    shape = spec.output;
  }
  return in;
}

const Net kEncoder{
    {16, 16, 1},
    {"conv 4x4/2 16 elu", "conv 4x4/2 32 tanh plain", "conv 4x4/2 16 elu", "fc 24 elu"}};
const Net kDecoder{{0, 0, 20},
                   {"fc 30 relu", "fc 4x4x32 relu", "up 4x4 32 relu", "up 4x4 16 elu plain",
                    "up 4x4 1 sigmoid plain"}};

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
}  // namespace rnem::model
