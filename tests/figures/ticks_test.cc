#include "rnem/figures/ticks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rnem/rng.h"

namespace rnem::figures {
namespace {

using Labels = std::vector<std::string>;

TEST(Ticks, LinearOnesAreRoundNumbers) {
  EXPECT_EQ(linear_ticks({0, 1}, 5).labels, (Labels{"0", "0.2", "0.4", "0.6", "0.8", "1"}));
  EXPECT_EQ(linear_ticks({-3, 12}, 4).labels, (Labels{"0", "5", "10"}));
  EXPECT_EQ(linear_ticks({0, 48000}, 5).labels, (Labels{"0", "10k", "20k", "30k", "40k"}));
  EXPECT_EQ(linear_ticks({0, 2.5e6}, 5).labels, (Labels{"0", "500k", "1M", "1.5M", "2M", "2.5M"}));
  EXPECT_EQ(linear_ticks({0.1, 0.3}, 2).labels, (Labels{"0.1", "0.2", "0.3"}));
}

// whatever the range: steps of 1, 2 or 5, all inside, a number near the one asked for
TEST(Ticks, LinearOnesKeepTheirPromisesOnRandomRanges) {
  Rng rng(7, "ranges");
  for (int i = 0; i < 2000; ++i) {
    const double low = rng.normal() * std::pow(10.0, rng.uniform(-6, 6));
    const double high = low + std::pow(10.0, rng.uniform(-4, 6));
    const int target = 2 + int(rng.below(7));
    const Ticks ticks = linear_ticks({low, high}, target);
    ASSERT_GE(int(ticks.values.size()), target / 2) << low << " " << high;
    ASSERT_LE(int(ticks.values.size()), 2 * target + 1) << low << " " << high;
    ASSERT_EQ(ticks.values.size(), ticks.labels.size());
    const double slack = 1e-6 * (high - low);
    for (const double value : ticks.values) {
      ASSERT_GE(value, low - slack);
      ASSERT_LE(value, high + slack);
    }
    if (ticks.values.size() < 2) continue;
    const double step = ticks.values[1] - ticks.values[0];
    const double digit = step / std::pow(10.0, std::floor(std::log10(step) + 1e-4));
    ASSERT_TRUE(std::abs(digit - 1) < 1e-3 || std::abs(digit - 2) < 1e-3 ||
                std::abs(digit - 5) < 1e-3)
        << step;
  }
}

TEST(Ticks, LogarithmicOnesArePowersOfTenOrTheirSimpleMultiples) {
  EXPECT_EQ(log_ticks({0.5, 5000}, 5).labels, (Labels{"1", "10", "100", "1000"}));
  EXPECT_EQ(log_ticks({40, 900}, 5).labels, (Labels{"50", "100", "200", "500"}));
  EXPECT_EQ(log_ticks({1e-9, 1e-5}, 2).labels, (Labels{"10⁻⁹", "10⁻⁷", "10⁻⁵"}));
  // no simple multiple lies between: linear ones
  EXPECT_GE(log_ticks({21, 24}, 3).values.size(), 2u);
}

TEST(Ticks, WidenedRangeEndsOnTicks) {
  const Range range = widened({0.03, 0.93}, 5);
  EXPECT_DOUBLE_EQ(range.low, 0.0);
  EXPECT_DOUBLE_EQ(range.high, 1.0);
  const Range same = widened({0.0, 1.0}, 5);
  EXPECT_DOUBLE_EQ(same.low, 0.0);
  EXPECT_DOUBLE_EQ(same.high, 1.0);
  // steps of 20 would end at 140, where ticks are 50 apart
  const Range wider = widened({-12.0, 128.0}, 5);
  const Ticks ticks = linear_ticks(wider, 5);
  EXPECT_DOUBLE_EQ(ticks.values.front(), wider.low);
  EXPECT_DOUBLE_EQ(ticks.values.back(), wider.high);
}

TEST(Ticks, LabelsAreShort) {
  EXPECT_EQ(tick_label(0), "0");
  EXPECT_EQ(tick_label(-0.25), "-0.25");
  EXPECT_EQ(tick_label(3 * 0.1), "0.3");
  EXPECT_EQ(tick_label(2e-6), "2·10⁻⁶");
  EXPECT_EQ(tick_label(1e12), "10¹²");
}

}  // namespace
}  // namespace rnem::figures
