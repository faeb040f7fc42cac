// Dense layers, convolutions and networks with bf16 products.
#include <gtest/gtest.h>

#include "ops/every_target.h"
#include "ops/ops_compare.h"
#include "ops/small_networks.h"
#include "rnem/machine/instruction_set.h"

namespace rnem::ops {
namespace {

// Runs with the emulation, and with the processor's own where it has it.
class FastBf16 : public testing::TestWithParam<Precision> {
 protected:
  void SetUp() override {
    if (GetParam() == Precision::kBfloat16 && !machine::has_native_bf16()) {
      GTEST_SKIP() << "this processor has no bf16";
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Dots, FastBf16,
                         testing::Values(Precision::kEmulatedBfloat16, Precision::kBfloat16),
                         [](const auto& info) {
                           return info.param == Precision::kBfloat16 ? "Native" : "Emulated";
                         });

Tensor bf16_parameter(at::IntArrayRef sizes) {
  return rounded_to_bf16(torch::randn(sizes)).set_requires_grad(true);
}

// Weights in eighths: folding the upsampling adds up to four of them, and that is a bf16 as well.
Tensor coarse_weight(at::IntArrayRef sizes) {
  return torch::randint(-8, 9, sizes).div(8).to(torch::kFloat32).set_requires_grad(true);
}

// Without a norm and an activation the only things that are rounded are the inputs, the weights and
// the gradient that arrives. All of them are bf16 already: only the order of sums differs.

TEST_P(FastBf16, DenseIsExactOnBf16Numbers) {
  torch::manual_seed(1);
  for (const std::int64_t n : {1, 3, 17, 700}) {
    EXPECT_EQ(
        "",
        compare_ops(
            [](const Ops& ops, const std::vector<Tensor>& in) {
              return ops.dense(in[0], {in[1].narrow(1, 2, 37), in[2]}, {}, Activation::kIdentity);
            },
            {bf16_parameter({n, 37}), bf16_parameter({23, 41}), parameter({23})}, kOpsTolerance,
            GetParam()))
        << n;
  }
}

struct HalfConvCase {
  std::int64_t n, height, width, in, out;
};
constexpr HalfConvCase kConvs[] = {{3, 8, 12, 16, 32}, {2, 7, 11, 32, 16}, {2, 6, 10, 16, 48},
                                   {9, 5, 3, 64, 32},  {1, 8, 8, 1, 16},   {2, 8, 8, 3, 7}};

TEST_P(FastBf16, ConvolutionsAreExactOnBf16Numbers) {
  torch::manual_seed(2);
  for (const auto& [n, h, w, few, many] : kConvs) {
    for_each_machine([&, n = n, h = h, w = w, few = few, many = many](const std::string& machine) {
      EXPECT_EQ("", compare_ops(
                        [](const Ops& ops, const std::vector<Tensor>& in) {
                          return ops.conv(in[0], {in[1], in[2]}, 2, {}, Activation::kIdentity);
                        },
                        {bf16_parameter({n, h, w, few}), bf16_parameter({many, few, 4, 4}),
                         parameter({many})},
                        kOpsTolerance, GetParam()))
          << machine << ", down " << few << " -> " << many;
      EXPECT_EQ("", compare_ops(
                        [&](const Ops& ops, const std::vector<Tensor>& in) {
                          return ops.upsample_conv(in[0], 2 * h, 2 * w, {in[1], in[2]}, {},
                                                   Activation::kIdentity);
                        },
                        {bf16_parameter({n, h, w, many}), coarse_weight({few, many, 4, 4}),
                         parameter({few})},
                        kOpsTolerance, GetParam()))
          << machine << ", up " << many << " -> " << few;
    });
  }
}

// Rounding moves a number by at most 2^-9 of it, so a product by 2^-8. Errors in a sum of products
// are of both signs: relative to the largest sum they stay about as large as in one product. A
// gradient has three roundings more, and a norm's is a difference of large sums: 2^-6 in all.
constexpr double kRounding = 0x1p-6;
constexpr double kNoRounding = 1e-5;  // less than that and nothing was rounded

void expect_rounded(const Expression& expression, const std::vector<Tensor>& inputs,
                    Precision precision, double tolerance = kRounding) {
  EXPECT_EQ("", compare_ops(expression, inputs, tolerance, precision));
  EXPECT_NE("", compare_ops(expression, inputs, kNoRounding, precision));
}

TEST_P(FastBf16, LayersAreAsNearToFloatsAsEightBitsAllow) {
  torch::manual_seed(3);
  expect_rounded(
      [](const Ops& ops, const std::vector<Tensor>& in) {
        return ops.dense(in[0], {in[1], in[2]}, {in[3], in[4]}, Activation::kElu);
      },
      {parameter({40, 100}), parameter({60, 100}, 0.1), parameter({60}), parameter({60}),
       parameter({60})},
      GetParam());
  expect_rounded(
      [](const Ops& ops, const std::vector<Tensor>& in) {
        return ops.conv(in[0], {in[1], in[2]}, 2, {in[3], in[4]}, Activation::kElu);
      },
      {parameter({5, 9, 10, 16}), parameter({32, 16, 4, 4}, 0.1), parameter({32}), parameter({32}),
       parameter({32})},
      GetParam());
  expect_rounded(
      [](const Ops& ops, const std::vector<Tensor>& in) {
        return ops.upsample_conv(in[0], 18, 14, {in[1], in[2]}, {in[3], in[4]}, Activation::kTanh);
      },
      {parameter({5, 9, 7, 32}), parameter({16, 32, 4, 4}, 0.1), parameter({16}), parameter({16}),
       parameter({16})},
      GetParam());
}

// Four and five layers, each adding its own. Of the last bias, a sum over all pixels, cancellation
// leaves less than of others: gradients count together.
TEST_P(FastBf16, NetworksAreNearToFloats) {
  torch::manual_seed(4);
  for (const Net& net : {kEncoder, kDecoder}) {
    const OpsError error = ops_error(
        [&](const Ops& ops, const std::vector<Tensor>& in) { return run_net(ops, net, in); },
        net_inputs(net, 5), GetParam());
    EXPECT_LT(error.value, 3 * kRounding);
    EXPECT_LT(error.gradients, 5 * kRounding);
    EXPECT_GT(error.value, kNoRounding);
    EXPECT_GT(error.gradients, kNoRounding);
  }
}

TEST_P(FastBf16, GivesTheSameWithoutGradients) {
  torch::manual_seed(5);
  const auto ops = fast_ops(GetParam());
  for (const Net& net : {kEncoder, kDecoder}) {
    const auto inputs = net_inputs(net, 3);
    const Tensor with = run_net(*ops, net, inputs);
    const torch::NoGradGuard guard;
    EXPECT_TRUE(torch::equal(with, run_net(*ops, net, inputs)));
  }
}

// What is not finite is how training learns that it diverges.
TEST_P(FastBf16, LetsNansThrough) {
  const auto ops = fast_ops(GetParam());
  const auto all_nan = [](const Tensor& x) { return torch::isnan(x).all().item<bool>(); };
  EXPECT_TRUE(all_nan(
      ops->dense(torch::full({3, 20}, NAN), {parameter({8, 20}), {}}, {}, Activation::kIdentity)));
  EXPECT_TRUE(all_nan(ops->conv(torch::full({2, 8, 8, 16}, NAN),
                                {parameter({16, 16, 4, 4}), parameter({16})}, 2, {},
                                Activation::kIdentity)));
}

TEST(FastBf16, SaysWhatItComputes) {
  EXPECT_EQ(fast_ops(Precision::kFloat32)->name(), "fast fp32");
  EXPECT_EQ(fast_ops(Precision::kEmulatedBfloat16)->name(), "fast bf16 (emulated)");
  EXPECT_EQ(fast_ops(Precision::kBfloat16)->name(),
            machine::has_native_bf16() ? "fast bf16" : "fast fp32 (no bf16 in this processor)");
}

}  // namespace
}  // namespace rnem::ops
