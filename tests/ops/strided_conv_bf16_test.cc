// The bf16 convolutions against plain sums of rounded numbers, and of the numbers themselves.
#include <gtest/gtest.h>

#include <algorithm>

#include "ops/every_target.h"
#include "ops/strided_sums.h"
#include "rnem/machine/instruction_set.h"
#include "rnem/ops/kernels/bfloat16.h"

namespace rnem::kernels {
namespace {

StridedInputs rounded(StridedInputs in) {
  for (auto* values : {&in.large.floats, &in.small.floats, &in.taps}) {
    round_to_bf16(values->data(), static_cast<std::ptrdiff_t>(values->size()), values->data());
  }
  return in;
}

class StridedConvBf16 : public testing::TestWithParam<StridedShape> {};

TEST_P(StridedConvBf16, EqualsTheSumsOfRoundedNumbers) {
  ASSERT_TRUE(GetParam().supported());
  ASSERT_TRUE(rounds(Precision::kEmulatedBfloat16, GetParam()));
  const StridedInputs in(GetParam());
  const StridedSums expected(rounded(in));
  for_each_machine([&](const std::string& machine) {
    expect_near(expected, run_kernels(Precision::kEmulatedBfloat16, in), kSumTolerance, machine);
  });
}

TEST_P(StridedConvBf16, NativeEqualsTheSumsOfRoundedNumbers) {
  if (!machine::has_native_bf16()) GTEST_SKIP() << "this processor has no bf16";
  const StridedInputs in(GetParam());
  expect_near(StridedSums(rounded(in)), run_kernels(Precision::kBfloat16, in), kSumTolerance,
              "native");
}

// Rounding moves a number by at most 2^-9 of it, so a product by 2^-8. The errors of n products of
// size 1 are independent and of both signs: their sum is about sqrt(n) 2^-8 / 2, and 6 of those
// are not exceeded by any of some thousand sums. The rounding must also be noticed.
TEST_P(StridedConvBf16, IsNearTheSumsOfTheNumbersThemselves) {
  const StridedInputs in(GetParam());
  const StridedSums expected(in), got = run_kernels(Precision::kEmulatedBfloat16, in);
  const StridedShape& s = in.shape;
  const int n = std::max({s.k * s.k * s.large_c, s.k * s.k * s.small_c / 4, s.small_h * s.small_w});
  expect_near(expected, got, 6 * std::sqrt(static_cast<float>(n)) / 512, "emulated");
  EXPECT_NE(expected.up.floats, got.up.floats);
  EXPECT_NE(expected.down.floats, got.down.floats);
  EXPECT_NE(expected.taps, got.taps);
}

// odd and even sizes, every block of channels, both directions
INSTANTIATE_TEST_SUITE_P(
    Shapes, StridedConvBf16,
    testing::Values(downsampling_shape(10, 34, 16, 16), downsampling_shape(5, 3, 16, 32),
                    downsampling_shape(7, 21, 32, 48), downsampling_shape(4, 6, 48, 64),
                    downsampling_shape(9, 8, 64, 32), upsampling_shape(1, 1, 16, 16),
                    upsampling_shape(3, 9, 32, 16), upsampling_shape(4, 11, 16, 48),
                    upsampling_shape(2, 17, 64, 32), upsampling_shape(7, 2, 16, 64)));

TEST(StridedConvBf16, LeavesOneChannelToFloats) {
  EXPECT_FALSE(rounds(Precision::kEmulatedBfloat16, downsampling_shape(8, 8, 1, 16)));
  EXPECT_FALSE(rounds(Precision::kEmulatedBfloat16, upsampling_shape(8, 8, 16, 1)));
}

}  // namespace
}  // namespace rnem::kernels
