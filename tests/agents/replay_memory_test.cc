#include "rnem/agents/replay_memory.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace rnem::agents {
namespace {

// A moment that can be told by its picture: bit 0 .. 7 of the first byte are its number.
Moment numbered(int number, bool first = false, bool ship_lost = false) {
  Moment moment;
  moment.view = {};
  moment.view[0] = static_cast<std::uint8_t>(number);
  moment.first = first;
  moment.ship_lost = ship_lost;
  moment.reward = static_cast<float>(number);
  return moment;
}

// The numbers of the four pictures of a stack; empty when it is not known.
std::vector<int> stack_numbers(const ReplayMemory& memory, ReplayMemory::Place place) {
  std::vector<float> pixels(std::size_t{kStack} * kViewPixels);
  if (!memory.stack(place, pixels.data())) return {};
  std::vector<int> numbers;
  for (int i = 0; i < kStack; ++i) {
    int number = 0;
    for (int bit = 0; bit < 8; ++bit) {
      number |= static_cast<int>(pixels[i * kViewPixels + bit]) << bit;
    }
    numbers.push_back(number);
  }
  return numbers;
}

using Numbers = std::vector<int>;

TEST(ReplayMemory, StacksDoNotReachAcrossAGamesStart) {
  ReplayMemory memory(1, 100);
  for (int i = 1; i <= 10; ++i) memory.push(0, numbered(i, i == 1 || i == 6));
  EXPECT_EQ(stack_numbers(memory, {0, 0}), (Numbers{1, 1, 1, 1}));
  EXPECT_EQ(stack_numbers(memory, {0, 4}), (Numbers{2, 3, 4, 5}));
  EXPECT_EQ(stack_numbers(memory, {0, 5}), (Numbers{6, 6, 6, 6}));
  EXPECT_EQ(stack_numbers(memory, {0, 7}), (Numbers{6, 6, 7, 8}));
  EXPECT_EQ(stack_numbers(memory, {0, 9}), (Numbers{7, 8, 9, 10}));
}

TEST(ReplayMemory, ForgetsTheOldestAndKnowsWhichStacksThatBreaks) {
  ReplayMemory memory(1, 6);
  for (int i = 1; i <= 9; ++i) memory.push(0, numbered(i, i == 1));
  EXPECT_EQ(memory.size(0), 6);
  EXPECT_EQ(memory.at({0, 0}).view[0], 4);
  EXPECT_EQ(memory.at({0, 5}).view[0], 9);
  EXPECT_EQ(stack_numbers(memory, {0, 2}), Numbers{});
  EXPECT_EQ(stack_numbers(memory, {0, 3}), (Numbers{4, 5, 6, 7}));
}

TEST(ReplayMemory, FuturesAddDiscountedRewardsAndEndWithTheShip) {
  ReplayMemory memory(1, 100);
  for (int i = 1; i <= 8; ++i) memory.push(0, numbered(i, i == 1, i == 5));
  const auto whole = memory.future({0, 0}, 3, 0.5);
  ASSERT_TRUE(whole && whole->next);
  EXPECT_EQ(whole->reward, 1 + 0.5F * 2 + 0.25F * 3);
  EXPECT_EQ(whole->next->moment, 3);
  const auto cut = memory.future({0, 3}, 3, 0.5);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->reward, 4 + 0.5F * 5);
  EXPECT_FALSE(cut->next);
  EXPECT_FALSE(memory.future({0, 5}, 3, 0.5)) << "not over yet";
}

TEST(ReplayMemory, AGameThatWasBrokenOffHasNoFutureInTheNext) {
  ReplayMemory memory(1, 100);
  for (int i = 1; i <= 12; ++i) memory.push(0, numbered(i, i == 1 || i == 6));
  EXPECT_TRUE(memory.future({0, 1}, 3, 1));
  EXPECT_FALSE(memory.future({0, 2}, 3, 1));
  EXPECT_FALSE(memory.future({0, 4}, 1, 1));
  EXPECT_TRUE(memory.future({0, 5}, 3, 1));
}

TEST(ReplayMemory, DrawsEveryUsablePlaceAlikeAndNoOther) {
  ReplayMemory memory(2, 16);  // 8 a lane
  for (int i = 1; i <= 10; ++i) memory.push(0, numbered(i, i == 1));
  for (int i = 1; i <= 6; ++i) memory.push(1, numbered(i, i == 1 || i == 4, i == 6));
  // lane 0 holds 3 .. 10: stacks from 6 on, two steps ahead up to 8
  // lane 1: 1 has two steps before 4 begins a game, 2 and 3 have not; 4, 5 and 6 end with the ship
  const std::map<std::pair<int, int>, int> usable = {
      {{0, 6}, 0}, {{0, 7}, 0}, {{0, 8}, 0}, {{1, 1}, 0}, {{1, 5}, 0}, {{1, 6}, 0}, {{1, 4}, 0}};
  auto counts = usable;
  Rng rng(5, "draw");
  for (int i = 0; i < 7000; ++i) {
    const auto place = memory.draw(2, rng);
    ++counts[{place.lane, memory.at(place).view[0]}];
  }
  EXPECT_EQ(counts.size(), usable.size());
  // four standard deviations of 7000 draws at 1/7
  for (const auto& [place, count] : counts) EXPECT_NEAR(count, 1000, 120) << place.second;
}

TEST(ReplayMemory, DrawsDependOnTheStream) {
  ReplayMemory memory(1, 200);
  for (int i = 0; i < 200; ++i) memory.push(0, numbered(i, i == 0));
  const auto draws = [&](std::uint64_t seed) {
    Rng rng(seed, "draw");
    std::vector<std::int64_t> places;
    for (int i = 0; i < 20; ++i) places.push_back(memory.draw(3, rng).moment);
    return places;
  };
  EXPECT_EQ(draws(1), draws(1));
  EXPECT_NE(draws(1), draws(2));
}

}  // namespace
}  // namespace rnem::agents
