// Places: windows that move by parts of a pixel, straight lines where nothing happens, steps that
// see nothing.
#include "rnem/model/place.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/gradient_check.h"
#include "model/tiny_model.h"
#include "rnem/core/error.h"
#include "rnem/model/motion.h"
#include "rnem/model/placed_cell.h"

namespace rnem::model {
namespace {

using rnem::testing::initial_state;
using rnem::testing::tiny_clip;
using rnem::testing::tiny_settings;

Settings placed_settings(const std::string& kind) {
  Settings settings = tiny_settings(kind);
  settings.model.window = 4;
  settings.model.decoder = {"fc 7 relu", "fc 2x2x3 relu", "up 4x4 1 sigmoid plain"};
  settings.em.start = "seeds";
  return settings;
}

TEST(Place, StartsInTheMiddleOfWhatAComponentHolds) {
  Tensor gamma = torch::full({1, 2, 64}, 0.0);
  gamma.view({2, 8, 8})[0].narrow(0, 1, 3).narrow(1, 4, 3).fill_(1.0);
  const Place place = initial_place(gamma, 8, 8);
  EXPECT_TRUE(place.p[0].allclose(torch::tensor({5.0F, 2.0F})));
  EXPECT_TRUE(place.p[1].allclose(torch::tensor({3.5F, 3.5F})));  // holds nothing
  EXPECT_EQ(place.v.abs().max().item<float>(), 0.0F);
}

// Untrained dynamics say nothing, so what is not seen goes on in a straight line, exactly.
TEST(Place, GoesStraightOnWhenNothingIsSeen) {
  const auto model = Model::create(placed_settings("r-nem"), 3);
  const auto ops = ops::reference_ops();
  State state = initial_state(*model, tiny_clip(3, 2), {});
  state.cell.place.v = torch::full_like(state.cell.place.v, 0.25F);
  const Tensor start = state.cell.place.p;
  for (int step = 0; step < 8; ++step) {
    const MStep next = model->m_step(*ops, state, {}, {});
    state = {next.cell, next.psi, state.gamma};
  }
  EXPECT_TRUE(state.cell.place.p.equal(start + 2.0F));
}

// What is not looked at keeps its looks: theta is held, however long, and so is what is drawn.
TEST(Place, WhatIsNotSeenIsCarried) {
  const auto model = Model::create(placed_settings("r-nem"), 3);
  const auto ops = ops::reference_ops();
  State state;
  run_em(*model, *ops, tiny_clip(3, 2), {}, [&](const Step& step) { state = step.state; });
  const CellState watched = state.cell;
  state.cell.place.v = torch::full_like(state.cell.place.v, 0.25F);
  for (int step = 0; step < 100; ++step) {
    const CellState carried = model->carry(*ops, state.cell, state.psi.size(1), 1).front();
    const MStep next = model->m_step(*ops, state, {}, {});
    EXPECT_TRUE(next.cell.theta.equal(watched.theta));
    EXPECT_TRUE(carried.place.p.equal(next.cell.place.p));
    EXPECT_FALSE(next.cell.place.p.equal(state.cell.place.p));
    state = {next.cell, next.psi, state.gamma};
  }
}

TEST(Place, ModelsMatchFiniteDifferences) {
  for (const char* kind : {"r-nem", "rnn-em"}) {
    Settings placed = placed_settings(kind);
    placed.loss.through_gamma = true;
    const auto model = Model::create(placed, 3);
    model->to(torch::kCPU, torch::kFloat64);
    {  // something is seen beside each place; dynamics stay untrained, for what they are told of
       // places has no gradient: Motion has tests of its own
      const torch::NoGradGuard no_grad;
      for (const auto& [name, parameter] : model->parameters().all()) {
        if (name == "motion.delta" || name.starts_with("motion.measured")) {
          Tensor(parameter).add_(0.1 * rnem::testing::random_double(name, parameter.sizes().vec()));
        }
      }
    }
    // one step: what is seen from a place has no gradient through it
    EmSettings settings;
    settings.steps = 1;
    // how certain a place is, and what was there before, matter when it is seen again; attention is
    // read off pairs without a gradient
    rnem::testing::Named weights;
    for (const auto& entry : model->parameters().all()) {
      const auto is = [&](const char* name) { return entry.first.starts_with(name); };
      const bool later = is("motion.drift") || is("motion.wander") || is("cell.gate");
      if (!later && !is("motion.pair")) weights.push_back(entry);
    }
    const auto ops = ops::reference_ops();
    EXPECT_LT(rnem::testing::gradient_error(
                  [&] { return rnem::testing::clip_loss(*model, *ops, tiny_clip(3, 2), settings); },
                  weights, 4, /*all_matter=*/false),
              1e-5)  // bilinear weights have kinks
        << kind;
  }
}

// Untrained heads are 0, and so are gradients behind them.
void in_double(const Parameters& parameters, double more = 0.3) {
  for (const auto& [name, parameter] : parameters.all()) {
    const torch::NoGradGuard no_grad;
    Tensor shared = parameter;
    shared.set_data(parameter.to(torch::kFloat64) +
                    more * rnem::testing::random_double(name, parameter.sizes().vec()).detach());
  }
}

Tensor fixed(const char* name, std::vector<std::int64_t> shape) {
  return rnem::testing::random_double(name, std::move(shape)).detach();
}

// Of two components, known more or less.
Place two_places() {
  return {fixed("p", {2, 2}) + 3, fixed("v", {2, 2}),
          torch::tensor({{2.0, 0.1, 0.5}, {1.0, 0.2, 0.7}}, torch::kFloat64)};
}

// Two components that were seen before, seen once more.
TEST(PlacedCell, MatchesFiniteDifferences) {
  const ModelConfig config = placed_settings("r-nem").model;
  Parameters parameters(3);
  const PlacedCell cell(config, 5, parameters);
  in_double(parameters);
  for (const auto& [name, parameter] : parameters.all()) {
    const torch::NoGradGuard no_grad;
    // how it looks there follows from a place, which is told without a gradient
    if (name == "cell.shown") Tensor(parameter).zero_();
  }
  const CellState state = {fixed("theta", {2, config.hidden}), fixed("memory", {2, config.hidden}),
                           two_places()};
  const auto loss = [&] {
    const CellOutput out =
        cell.forward(*ops::reference_ops(), state, fixed("x_hat", {2, 5}), {}, 2);
    return (out.decoder_input * fixed("weight", {2, config.hidden})).sum();
  };
  rnem::testing::Named weights;
  for (const auto& entry : parameters.all()) {
    // what is told of the place has no gradient
    if (!entry.first.starts_with("motion.")) weights.push_back(entry);
  }
  EXPECT_LT(rnem::testing::gradient_error(loss, weights, 6, /*all_matter=*/false), 1e-5);
}

// Two components seen once: corrections, gains, events of one and of pairs.
TEST(Motion, MatchesFiniteDifferences) {
  ModelConfig config = placed_settings("r-nem").model;
  config.motion_steps = 1;  // a second one is told of where the first one led
  Parameters parameters(3);
  const Motion motion(config, 5, parameters);
  in_double(parameters, 0.05);  // variances are exponential in them
  const Tensor theta = fixed("theta", {2, config.hidden});
  const Place start = two_places();
  // of what follows from the step; what is told of places has no gradient, so they are not moved
  // before it
  const auto loss = [&] {
    const Place place = motion.forward(start, motion.looks(theta, 2), {}, 2).place;
    return (place.v * fixed("weight", {2, 2})).sum() +
           (place.spread * fixed("spread", {2, 3})).sum();
  };
  rnem::testing::Named weights;
  for (const auto& entry : parameters.all()) {
    const bool of_seeing = entry.first == "motion.delta" || entry.first == "motion.drift.seen" ||
                           entry.first.starts_with("motion.measured");
    if (!of_seeing) weights.push_back(entry);
  }
  // 1e-5: events are strong, so third derivatives are large beside the step of the differences
  EXPECT_LT(rnem::testing::gradient_error(loss, weights, 6, /*all_matter=*/false), 1e-5);
}

// What is seen moves places along the gains: straight on, as untrained dynamics say nothing.
TEST(Motion, CorrectionsMatchFiniteDifferences) {
  const ModelConfig config = placed_settings("rnn-em").model;
  Parameters parameters(3);
  const Motion motion(config, 5, parameters);
  in_double(parameters, 0.0);
  {
    const torch::NoGradGuard no_grad;
    for (const auto& [name, parameter] : parameters.all()) {
      if (name == "motion.delta" || name == "motion.measured.weight") {
        Tensor(parameter).add_(fixed(name.c_str(), parameter.sizes().vec()));
      }
    }
  }
  const Place start = two_places();
  const auto loss = [&] {
    Place place = start;
    for (const char* step : {"first", "second"}) {
      place = motion
                  .forward(place, motion.looks(fixed("theta", {2, config.hidden}), 2),
                           fixed(step, {2, 5}), 2)
                  .place;
    }
    return (place.p * fixed("weight", {2, 2})).sum();
  };
  rnem::testing::Named weights;
  for (const auto& entry : parameters.all()) {
    const bool measures = entry.first == "motion.delta" || entry.first == "motion.wander" ||
                          entry.first.starts_with("motion.measured");
    if (measures) weights.push_back(entry);
  }
  EXPECT_LT(rnem::testing::gradient_error(loss, weights, 6, /*all_matter=*/false), 1e-5);
}

// Balls that meet are chaotic: a gradient through where they are would grow with every step.
TEST(Motion, GradientsOfALongWayStayBounded) {
  const ModelConfig config = placed_settings("r-nem").model;
  Parameters parameters(3);
  const Motion motion(config, 5, parameters);
  in_double(parameters);
  const Tensor theta = fixed("theta", {3, config.hidden});
  const Tensor p = (fixed("p", {3, 2}) + 3).set_requires_grad(true);
  Place place = {p, 0.1 * fixed("v", {3, 2}), torch::ones({3, 3}, torch::kFloat64)};
  for (int step = 0; step < 200; ++step)
    place = motion.forward(place, motion.looks(theta, 3), {}, 3).place;
  place.p.sum().backward();
  EXPECT_TRUE(p.grad().equal(torch::ones_like(p)));
}

// What is seen again and again at the same speed is known better and better.
TEST(Motion, AveragesOverManySteps) {
  const ModelConfig config = placed_settings("rnn-em").model;
  Parameters parameters(3);
  const Motion motion(config, 5, parameters);
  Place place = initial_place(torch::zeros({1, 1, 64}), 8, 8);
  const Tensor theta = torch::zeros({1, config.hidden}), x_hat = torch::ones({1, 5});
  std::vector<float> spread;
  for (int step = 0; step < 10; ++step) {
    place = motion.forward(place, motion.looks(theta, 1), x_hat, 1).place;
    spread.push_back(place.spread[0][2].item<float>());
  }
  EXPECT_LT(spread[4], 0.5F * spread[0]);
  EXPECT_LT(spread[9], spread[4]);
  const Place blind = motion.forward(place, motion.looks(theta, 1), {}, 1).place;
  EXPECT_FALSE(blind.seen.defined());
  EXPECT_GT(blind.spread[0][2].item<float>(), spread[9]);  // and not seen, less and less
}

// Turn the picture and everything in it: what two components do to each other turns with it.
TEST(Motion, PairsDoNotKnowDirections) {
  ModelConfig config = placed_settings("r-nem").model;
  config.motion_steps = 1;  // in a second one what each does alone follows from the push
  Parameters parameters(3);
  const Motion motion(config, 5, parameters);
  for (const auto& [name, parameter] : parameters.all()) {
    const torch::NoGradGuard no_grad;
    if (name.starts_with("motion.matrix")) Tensor(parameter).fill_(0.1);
  }
  const auto input = [](const char* name, std::vector<std::int64_t> shape) {
    return rnem::testing::random_double(name, std::move(shape)).detach().to(torch::kFloat32);
  };
  const Tensor theta = input("theta", {2, config.hidden});
  const Tensor turn = torch::tensor({{0.6F, -0.8F}, {0.8F, 0.6F}});
  const Place place = {input("p", {2, 2}) + 3, input("v", {2, 2}), torch::ones({2, 3})};
  const Place turned = {place.p.mm(turn), place.v.mm(turn), place.spread};
  const auto pushed = [&](const Place& from) {
    const Place alone = motion.forward(from, motion.looks(theta, 1), {}, 1).place;
    return motion.forward(from, motion.looks(theta, 2), {}, 2).place.v - alone.v;
  };
  const Tensor push = pushed(place);
  EXPECT_GT(push.abs().max().item<float>(), 1e-3);
  EXPECT_TRUE(push.mm(turn).allclose(pushed(turned), 1e-4, 1e-5));
}

// What teaches the filter its variances: the likelihood of what is seen beside the place, which
// must not teach the eyes to see nothing.
TEST(Motion, SurpriseIsThatOfAGaussian) {
  const ModelConfig config = placed_settings("rnn-em").model;
  Parameters parameters(3);
  const Motion motion(config, 5, parameters);
  in_double(parameters, 0.0);
  Tensor eyes;
  for (const auto& [name, parameter] : parameters.all()) {
    const torch::NoGradGuard no_grad;
    if (name == "motion.delta") eyes = Tensor(parameter).fill_(0.3);
  }
  const Place start = two_places();
  const Tensor x_hat = fixed("seen", {2, 5});
  const Tensor surprise =
      motion.forward(start, motion.looks(fixed("theta", {2, config.hidden}), 2), x_hat, 2)
          .place.surprise;
  const Tensor variance = start.spread.select(1, 0) + std::exp(-2.0);
  const Tensor delta = 0.3 * x_hat.sum(1);  // in x and in y
  EXPECT_TRUE(surprise.allclose(delta.square() / variance + variance.log()));
  surprise.sum().backward();
  EXPECT_FALSE(eyes.grad().defined() && eyes.grad().abs().max().item<double>() > 0);
  for (const auto& [name, parameter] : parameters.all()) {
    if (name != "motion.measured.bias") continue;
    EXPECT_GT(parameter.grad().abs().item<double>(), 0);
  }
}

// Attention is whether one has to do with the other in any part of the step.
TEST(Motion, AttentionIsWhetherPairsHaveToDoWithEachOther) {
  const ModelConfig config = placed_settings("r-nem").model;
  Parameters parameters(3);
  const Motion motion(config, 5, parameters);
  in_double(parameters, 0.0);
  const Tensor theta = fixed("theta", {2, config.hidden});
  const auto attention = [&](double bias) {
    for (const auto& [name, parameter] : parameters.all()) {
      const torch::NoGradGuard no_grad;
      if (name == "motion.pair.gate.bias") Tensor(parameter).fill_(bias);
    }
    return motion.forward(two_places(), motion.looks(theta, 2), {}, 2).alpha;
  };
  const Tensor even = attention(0);
  EXPECT_TRUE(even.allclose(torch::full({1, 2, 1}, 0.75, torch::kFloat64)));  // a half, twice
  EXPECT_FALSE(even.requires_grad());
  EXPECT_LT(attention(-3).max().item<double>(), 1e-9);
  EXPECT_GT(attention(3).min().item<double>(), 1 - 1e-9);
}

TEST(Place, SettingsThatCannotBeAreRefused) {
  Settings settings = placed_settings("lstm");
  EXPECT_THROW(check(settings, "test"), InputError);
  settings = placed_settings("r-nem");
  EXPECT_NO_THROW(check(settings, "test"));
  settings.model.blind = true;
  EXPECT_THROW(check(settings, "test"), InputError);  // it needs none
  settings = placed_settings("r-nem");
  settings.model.decoder = {"fc 8x8x1 sigmoid plain"};
  EXPECT_THROW(check(settings, "test"), InputError);  // draws the frame, not the window
}

// What each rule shows the model in the first step that it simulates.
TEST(SimulationRule, DecidesWhatIsSeen) {
  const auto model = Model::create(placed_settings("r-nem"), 3);
  const auto ops = ops::reference_ops();
  const torch::NoGradGuard no_grad;
  for (const std::string& rule : simulation_rules()) {
    EmSettings settings;
    settings.observe = 2;
    settings.steps = 3;
    settings.simulation = rule;
    Tensor psi, gamma;
    run_em(*model, *ops, tiny_clip(3, 2), settings, [&](const Step& step) {
      if (step.t == 1) {
        psi = step.state.psi;
        gamma = step.state.gamma;
      }
      if (step.t != 2) return;
      const Tensor crisp = std::get<0>(psi.max(1)).gt(0.5).to(psi.dtype());
      if (rule == "crisp") EXPECT_TRUE(step.input.equal(crisp));
      if (rule == "blind") EXPECT_FALSE(step.input.defined());
      if (rule == "noisy" || rule == "paper") {
        const Tensor clean = rule == "noisy" ? crisp : (gamma * psi).sum(1);
        // a flipped pixel is 1 - x
        const double flipped =
            (step.input - clean).abs().gt(1e-6).to(torch::kFloat64).mean().item<double>();
        EXPECT_GT(flipped, 0.05);
        EXPECT_LT(flipped, 0.4);
      }
      const double threshold = rule == "paper" ? 0.1 : 0.5;
      EXPECT_TRUE(
          step.target.equal(std::get<0>(step.state.psi.max(1)).gt(threshold).to(psi.dtype())));
    });
  }
}

}  // namespace
}  // namespace rnem::model
