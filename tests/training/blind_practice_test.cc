#include "rnem/training/blind_practice.h"

#include <gtest/gtest.h>

namespace rnem::training {
namespace {

constexpr std::int64_t kFrames = 14;

// One component that is seen at where[t] when it watches; after frame t it expects to go on with
// `expected`[t].
std::vector<model::State> watched(const std::vector<double>& where,
                                  const std::vector<double>& expected) {
  std::vector<model::State> states;
  for (std::size_t t = 0; t < where.size(); ++t) {
    model::State state;
    state.psi = torch::ones({1, 1, 4});
    state.cell.place.seen = torch::tensor({{where[t], 5.0}});
    state.cell.place.v = torch::tensor({{expected[t], 0.0}}, torch::kFloat).requires_grad_();
    states.push_back(state);
  }
  return states;
}

// Moves by `before` a frame until frame `turn`, then by `after_turn`.
struct Way {
  std::vector<double> where, after;  // after: the velocity it has from each frame on

  Way(double before, double after_turn, std::int64_t turn) {
    double x = 30.0;
    for (std::int64_t t = 0; t < kFrames; ++t) {
      where.push_back(x);
      after.push_back(t < turn ? before : after_turn);
      x += after.back();
    }
  }
};

double gradient(const model::State& state) {
  const torch::Tensor& g = state.cell.place.v.grad();
  return g.defined() ? g[0][0].item<double>() : 0.0;
}

TEST(TurnPractice, AsksNothingOfWhoKnowsWhatComes) {
  const Way way(1.0, -1.0, 7);
  // the state after frame t has the velocity with which t + 1 is left
  std::vector<double> right(way.after.begin() + 1, way.after.end());
  right.push_back(way.after.back());
  EXPECT_EQ(turn_practice(watched(way.where, right)).item<double>(), 0.0);
}

TEST(TurnPractice, TeachesTheVelocityAfterATurn) {
  const Way way(1.0, -1.0, 7);
  std::vector<double> blurred(kFrames, 1.0);
  for (std::int64_t t = 6; t < kFrames; ++t) blurred[static_cast<std::size_t>(t)] = -0.5;
  const auto states = watched(way.where, blurred);
  turn_practice(states).backward();
  // too slow after the turn: more of -1; before it all was as expected
  EXPECT_GT(gradient(states[6]), 0.0);
  EXPECT_EQ(gradient(states[4]), 0.0);
}

TEST(TurnPractice, LeavesOutWhatDidNotGoOnStraight) {
  const Way way(1.0, -1.0, 7);
  const auto states = watched(way.where, std::vector<double>(kFrames, 0.0));
  turn_practice(states).backward();
  // frame 5 is left towards a turn at 7: where it is at frame 9 says nothing about it
  EXPECT_EQ(gradient(states[4]), 0.0);
  EXPECT_NE(gradient(states[6]), 0.0);
}

TEST(TurnPractice, NeedsFramesBeforeAndAfter) {
  const Way way(1.0, 1.0, 0);
  auto states = watched(way.where, way.after);
  states.resize(9);
  EXPECT_FALSE(turn_practice(states).defined());
}

}  // namespace
}  // namespace rnem::training
