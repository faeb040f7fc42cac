// Free components take up what nobody explains, and only that.
#include "rnem/model/births.h"

#include <gtest/gtest.h>

#include "model/tiny_model.h"
#include "rnem/core/error.h"

namespace rnem::model {
namespace {

constexpr std::int64_t kSide = 32;
constexpr double kRadius = 0.06;  // two pixels

// A square of the frame, as [H,W].
Tensor square(std::int64_t y, std::int64_t x, std::int64_t side) {
  Tensor frame = torch::zeros({kSide, kSide});
  frame.narrow(0, y, side).narrow(1, x, side).fill_(1.0);
  return frame;
}

// Three components: the first draws a square, the others nothing.
State state_with(const Tensor& drawn) {
  State state;
  state.psi = torch::full({1, 3, kSide * kSide}, 1e-3);
  state.psi[0][0] = 0.98 * drawn.flatten() + 0.01;
  state.gamma = torch::full({1, 3, kSide * kSide}, 1.0 / 3);
  state.idle = idle_steps({}, state.psi);
  state.cell.theta = torch::full({3, 4}, 0.3);
  state.cell.memory = torch::full({3, 4}, -0.8);
  state.cell.place = initial_place(torch::zeros({1, 3, kSide * kSide}), kSide, kSide);
  return state;
}

ModelConfig frame_config() {
  ModelConfig config;
  config.height = config.width = kSide;
  return config;
}

std::int64_t taken(State& state, const Tensor& frame) {
  return take_up(state, frame.reshape({1, -1}), frame_config(), kRadius);
}

TEST(Births, AFreeComponentStartsAnewWhereNobodyExplainsTheFrame) {
  const Tensor known = square(4, 4, 8), unknown = square(20, 18, 7);
  State state = state_with(known);
  EXPECT_EQ(taken(state, known + unknown), 1);
  EXPECT_TRUE(state.cell.fresh.flatten().equal(torch::tensor({0.0F, 1.0F, 0.0F})));
  EXPECT_TRUE(state.cell.place.p[1].allclose(torch::tensor({21.0F, 23.0F})));
  EXPECT_EQ(state.cell.theta[1].abs().sum().item<float>(), 0.0F);
  EXPECT_NEAR(state.cell.theta[0][0].item<float>(), 0.3, 1e-6);  // others keep what they have
  EXPECT_NEAR(state.cell.memory[2][0].item<float>(), -0.8, 1e-6);
  // the patch is its own now, and gamma still sums to 1
  EXPECT_GT(state.gamma[0][1][23 * kSide + 21].item<float>(), 0.99F);
  EXPECT_TRUE(state.gamma.sum(1).allclose(torch::ones({1, kSide * kSide})));
  // once: it has not drawn anything yet, but it is not free any more
  EXPECT_EQ(taken(state, known), 0);
}

TEST(Births, AsManyAsThereAreFreeComponents) {
  State state = state_with(square(0, 0, 6));
  const Tensor frame = square(0, 0, 6) + square(0, 22, 7) + square(22, 0, 8) + square(22, 22, 9);
  EXPECT_EQ(taken(state, frame), 2);
}

// A prediction that is a pixel off leaves rims, and noise leaves specks.
TEST(Births, RimsAndSpecksAreNoObjects) {
  State state = state_with(square(10, 10, 10));
  EXPECT_EQ(taken(state, square(11, 12, 10)), 0);
  torch::manual_seed(1);
  const Tensor specks = (torch::rand({kSide, kSide}) < 0.2).to(torch::kFloat32);
  EXPECT_EQ(taken(state, torch::maximum(specks, square(10, 10, 10))), 0);
}

// A component that has just stopped drawing may carry something that is hidden.
TEST(Births, WhoDrewALittleWhileAgoIsNotFree) {
  State state = state_with(square(4, 4, 8));
  state.idle = torch::tensor({{3.0F, 49.0F, 12.0F}});
  const Tensor frame = square(20, 20, 8);
  EXPECT_EQ(taken(state, frame), 0);
  state.idle = idle_steps(state.idle, state.psi);
  EXPECT_TRUE(state.idle.equal(torch::tensor({{0.0F, 50.0F, 13.0F}})));
  EXPECT_EQ(taken(state, frame), 1);
}

TEST(Births, WhoLeftTheFrameIsFree) {
  State state = state_with(square(4, 4, 8));
  state.idle = torch::tensor({{0.0F, 2.0F, 12.0F}});
  const Tensor frame = square(20, 20, 8);
  EXPECT_EQ(taken(state, frame), 0);
  state.cell.place.p[1][0] = -3.0F;
  EXPECT_EQ(taken(state, frame), 1);
  EXPECT_EQ(state.cell.fresh[1].item<float>(), 1.0F);
}

TEST(Births, AreOffUnlessAskedFor) {
  Settings settings = rnem::testing::tiny_settings("r-nem");
  EXPECT_EQ(settings.em.births, 0.0);
  settings.em.births = 0.03;
  EXPECT_NO_THROW(check(settings, "test"));
  settings = rnem::testing::tiny_settings("lstm");
  settings.em.births = 0.03;
  EXPECT_THROW(check(settings, "test"), InputError);
}

}  // namespace
}  // namespace rnem::model
