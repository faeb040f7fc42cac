#include "rnem/ops/kernels/bfloat16.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "ops/every_target.h"
#include "rnem/rng.h"
#include "rnem/torch.h"

namespace rnem::kernels {
namespace {

// random bits, so that all exponents occur, and the cases that rounding can get wrong
std::vector<float> numbers(int n) {
  using Limits = std::numeric_limits<float>;
  std::vector<float> values{0.0F,
                            -0.0F,
                            1.0F + 0x1p-8F,      // a tie: down to the even neighbour
                            1.0F + 3 * 0x1p-8F,  // a tie: up
                            1.0F + 0x1p-8F + 0x1p-23F,
                            -1.0F - 3 * 0x1p-8F,
                            Limits::max(),  // rounds to infinity
                            Limits::infinity(),
                            -Limits::infinity()};
  Rng rng(1, "bf16");
  while (static_cast<int>(values.size()) < n) {
    const double exponent = 60 * (rng.uniform() - 0.5);
    values.push_back(static_cast<float>(rng.normal() * std::exp2(exponent)));
  }
  values.resize(n);
  return values;
}

Bf16 expected(float value) { return c10::BFloat16(value).x; }

TEST(Bfloat16, RoundsToNearestEvenAtEveryLengthAndInstructionSet) {
  for_each_machine([](const std::string& machine) {
    for (int n = 1; n <= 70; ++n) {
      const std::vector<float> from = numbers(n);
      std::vector<Bf16> half(n + 1, 7);
      std::vector<float> floats(n + 1, 7.0F);
      std::vector<Bf16Pair> both(n + 1, 7), alone(n + 1, 7);
      round_to_bf16(from.data(), n, half.data());
      round_to_bf16(from.data(), n, floats.data());
      matching_pairs(from.data(), from.data(), n, both.data());
      matching_pairs(from.data(), nullptr, n, alone.data());
      for (int i = 0; i < n; ++i) {
        const Bf16 e = expected(from[i]);
        ASSERT_EQ(half[i], e) << machine << ", " << from[i];
        ASSERT_EQ(floats[i], from_bf16(e)) << machine << ", " << from[i];
        ASSERT_EQ(both[i], Bf16Pair{e} << 16 | e) << machine << ", " << from[i];
        ASSERT_EQ(alone[i], e) << machine << ", " << from[i];
        ASSERT_EQ(to_bf16(from[i]), e) << from[i];
      }
      // nothing beyond the end
      EXPECT_EQ(half[n], 7);
      EXPECT_EQ(floats[n], 7.0F);
      EXPECT_EQ(both[n], 7U);
      EXPECT_EQ(alone[n], 7U);
    }
  });
}

TEST(Bfloat16, PairsHaveTheFirstInTheLowerHalf) {
  const float values[] = {1.0F, 2.0F, 3.0F, 4.0F};
  Bf16Pair pairs[2];
  adjacent_pairs(values, 4, pairs);
  EXPECT_EQ(pairs[0], Bf16Pair{to_bf16(2.0F)} << 16 | to_bf16(1.0F));
  EXPECT_EQ(pairs[1], Bf16Pair{to_bf16(4.0F)} << 16 | to_bf16(3.0F));
}

// a carry out of the mantissa would make some of them infinite, or even 0
TEST(Bfloat16, KeepsEveryNan) {
  for (const std::uint32_t bits :
       {0x7F800001U, 0x7FC00000U, 0x7FFFFFFFU, 0xFF800001U, 0xFFFFFFFFU}) {
    const float nan = std::bit_cast<float>(bits);
    EXPECT_TRUE(std::isnan(from_bf16(to_bf16(nan)))) << std::hex << bits;
    for_each_machine([&](const std::string& machine) {
      const std::vector<float> from(17, nan);
      std::vector<Bf16> half(17);
      std::vector<float> floats(17);
      round_to_bf16(from.data(), 17, half.data());
      round_to_bf16(from.data(), 17, floats.data());
      for (int i = 0; i < 17; ++i) {
        EXPECT_TRUE(std::isnan(from_bf16(half[i]))) << machine << std::hex << bits;
        EXPECT_TRUE(std::isnan(floats[i])) << machine << std::hex << bits;
      }
    });
  }
}

}  // namespace
}  // namespace rnem::kernels
