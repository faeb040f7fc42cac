#include "rnem/model/em_loop.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "model/gradient_check.h"
#include "model/tiny_model.h"
#include "rnem/model/initial_gamma.h"

namespace rnem::model {
namespace {

using rnem::testing::clip_loss;
using rnem::testing::gradient_error;
using rnem::testing::initial_state;
using rnem::testing::kGradientTolerance;
using rnem::testing::tiny_clip;
using rnem::testing::tiny_settings;

constexpr const char* kKinds[] = {"r-nem", "r-nem-noatt", "rnn-em", "rnn", "lstm", "n-em"};

std::unique_ptr<Model> tiny_model(const std::string& kind, std::int64_t actions = 0) {
  Settings settings = tiny_settings(kind);
  settings.model.actions = actions;
  check(settings, "test");
  auto model = Model::create(settings, 5);
  model->to(torch::kCPU, torch::kFloat64);
  return model;
}

// gradients of every parameter; the freshly made biases and norms are moved off their 0 and 1
double model_gradient_error(const Model& model, int steps, std::int64_t actions = 0) {
  const auto ops = ops::reference_ops();
  Rng rng(2, "perturb");
  rnem::testing::Named named;
  for (const auto& [name, tensor] : model.parameters().all()) {
    for (std::int64_t i = 0; i < tensor.numel(); ++i) {
      tensor.data_ptr<double>()[i] += rng.uniform(-0.2, 0.2);
    }
    named.emplace_back(name, tensor);
  }
  const Clip clip = tiny_clip(steps, 2, actions);
  // theta = 0 in the first step: what multiplies it matters only from the second on
  return gradient_error([&] { return clip_loss(model, *ops, clip); }, named, 6, steps > 1);
}

class EmLoopGradient : public ::testing::TestWithParam<const char*> {};

// With gradients through gamma the loss is an ordinary function of the weights, which finite
// differences can check; without, it is not (gamma moves, its gradient is left out on purpose).
TEST_P(EmLoopGradient, OneAndThreeStepsMatchFiniteDifferences) {
  for (const int steps : {1, 3}) {
    Settings settings = tiny_settings(GetParam());
    settings.loss.through_gamma = true;
    auto model = Model::create(settings, 5);
    model->to(torch::kCPU, torch::kFloat64);
    EXPECT_LT(model_gradient_error(*model, steps), kGradientTolerance) << steps << " steps";
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, EmLoopGradient, ::testing::ValuesIn(kKinds), [](const auto& info) {
  std::string name = info.param;
  std::erase(name, '-');
  return name;
});

TEST(EmLoop, ActionsMatchFiniteDifferences) {
  Settings settings = tiny_settings("r-nem");
  settings.loss.through_gamma = true;
  settings.model.actions = 4;
  auto model = Model::create(settings, 5);
  model->to(torch::kCPU, torch::kFloat64);
  EXPECT_LT(model_gradient_error(*model, 2, 4), kGradientTolerance);
}

TEST(EmLoop, ThroughGammaOffLeavesGammaOutOfTheGraph) {
  const auto model = tiny_model("r-nem");
  run_em(*model, *ops::reference_ops(), tiny_clip(2, 2), {}, [](const Step& step) {
    EXPECT_FALSE(step.state.gamma.requires_grad());
    EXPECT_TRUE(step.state.psi.requires_grad());
  });
}

TEST(EmLoop, ResponsibilitiesSumToOneOverSlots) {
  for (const char* kind : kKinds) {
    const auto model = tiny_model(kind);
    run_em(*model, *ops::reference_ops(), tiny_clip(3, 2), {}, [&](const Step& step) {
      EXPECT_TRUE(torch::allclose(step.state.gamma.sum(1), torch::ones({2, 64}, torch::kFloat64)))
          << kind;
    });
  }
}

TEST(EmLoop, AnyKAtTestTime) {
  const auto model = tiny_model("r-nem");
  for (const std::int64_t k : {1, 2, 5, 8}) {
    EmSettings settings;
    settings.k = k;
    run_em(*model, *ops::reference_ops(), tiny_clip(2, 2), settings, [&](const Step& step) {
      EXPECT_EQ(step.state.psi.size(1), k);
      EXPECT_TRUE(step.loss.total.isfinite().all().item<bool>());
    });
  }
}

// Runs one M-step from a state whose slots are permuted and compares with the permuted result.
TEST(EmLoop, SlotPermutationIsEquivariant) {
  const auto ops = ops::reference_ops();
  for (const char* kind : {"r-nem", "r-nem-noatt", "rnn-em", "n-em"}) {
    const auto model = tiny_model(kind);
    const Clip clip = tiny_clip(1, 2);
    const Tensor order = torch::tensor({2, 0, 1});
    State state = initial_state(*model, clip, {.k = 3});
    state.cell.theta = rnem::testing::random_double("theta", {6, 6}).detach();
    const auto permute = [&](const Tensor& rows) {
      return rows.reshape({2, 3, -1}).index_select(1, order);
    };
    State permuted = state;
    permuted.cell.theta = permute(state.cell.theta).reshape({6, 6});
    permuted.gamma = permute(state.gamma);
    const Tensor x = clip.frames[0].flatten(1).to(torch::kFloat64);
    const MStep a = model->m_step(*ops, state, x, {}), b = model->m_step(*ops, permuted, x, {});
    EXPECT_TRUE(torch::allclose(permute(a.psi), b.psi, 1e-10, 1e-12)) << kind;
    EXPECT_TRUE(
        torch::allclose(permute(a.cell.theta), b.cell.theta.reshape({2, 3, -1}), 1e-10, 1e-12));
    EXPECT_FALSE(torch::allclose(a.psi, b.psi)) << kind << ": the slots were alike, nothing shown";
  }
}

TEST(EmLoop, SequencesOfABatchDoNotMix) {
  for (const char* kind : kKinds) {
    const auto model = tiny_model(kind);
    const Clip both = tiny_clip(3, 2);
    Clip second = both;
    second.frames = both.frames.narrow(1, 1, 1).contiguous();
    second.streams = {both.streams[1]};
    std::vector<Tensor> in_batch, alone;
    run_em(*model, *ops::reference_ops(), both, {},
           [&](const Step& s) { in_batch.push_back(s.state.psi[1]); });
    run_em(*model, *ops::reference_ops(), second, {},
           [&](const Step& s) { alone.push_back(s.state.psi[0]); });
    for (std::size_t t = 0; t < alone.size(); ++t) {
      EXPECT_TRUE(torch::allclose(in_batch[t], alone[t], 1e-9, 1e-12)) << kind << " step " << t;
    }
  }
}

TEST(EmLoop, ActionReachesItsOwnSequenceOnly) {
  const auto model = tiny_model("r-nem", 4);
  Clip clip = tiny_clip(2, 2, 4);
  const auto psi_of = [&] {
    Tensor psi;
    run_em(*model, *ops::reference_ops(), clip, {}, [&](const Step& s) { psi = s.state.psi; });
    return psi;
  };
  const Tensor before = psi_of();
  clip.actions[0][1].zero_();
  clip.actions[0][1][3] = 1;  // sequence 1 acts otherwise in step 0
  const Tensor after = psi_of();
  EXPECT_TRUE(torch::equal(before[0], after[0]));
  EXPECT_FALSE(torch::allclose(before[1], after[1]));
}

TEST(EmLoop, TrivialSolutionHasItsClosedFormLoss) {
  // every component predicts the same constant p: gamma = 1/K everywhere, so the loss is
  // D (-y/K log p - (K - y)/K log(1-p)) K summed over components
  const double p = 0.05;
  const std::int64_t k = 5, pixels = 64;
  const Clip clip = tiny_clip(1, 1);
  const Tensor y = clip.frames[1].flatten(1).to(torch::kFloat64);
  const Tensor psi = torch::full({1, k, pixels}, p, torch::kFloat64);
  const StepLoss loss = ops::reference_ops()->step_loss(psi, y, {});
  const double on = y.sum().item<double>();
  const double expected = -on * std::log(p) - (k * pixels - on) * std::log(1 - p);
  EXPECT_NEAR(loss.total.item<double>(), expected, 1e-9 * expected);
  EXPECT_NEAR((loss.intra + loss.inter).item<double>(), expected, 1e-9 * expected);
}

TEST(EmLoop, SimulationFeedsThePredictionBack) {
  const auto model = tiny_model("r-nem");
  const Clip clip = tiny_clip(2, 2);
  const EmSettings settings{.noise = 0, .steps = 6, .observe = 2};
  Tensor gamma, psi;
  std::int64_t steps = 0;
  run_em(*model, *ops::reference_ops(), clip, settings, [&](const Step& step) {
    if (step.t >= 2) {
      EXPECT_TRUE(torch::allclose(step.input, (gamma * psi).sum(1)));
      EXPECT_TRUE(torch::equal(step.target,
                               std::get<0>(step.state.psi.max(1)).gt(0.1).to(torch::kFloat64)));
    }
    gamma = step.state.gamma;
    psi = step.state.psi;
    ++steps;
  });
  EXPECT_EQ(steps, 6);
}

// What the networks saw in training had flipped pixels; without them a simulation starts from
// something that they never met.
TEST(EmLoop, SimulationByThePapersRuleIsCorruptedLikeAnyInput) {
  const auto model = tiny_model("r-nem");
  const Clip clip = tiny_clip(2, 2);
  const EmSettings settings{.noise = 0.3, .steps = 6, .observe = 2};
  const std::vector<double> levels(2, 0.3);
  Tensor mixture;
  run_em(*model, *ops::reference_ops(), clip, settings, [&](const Step& step) {
    if (step.t >= 2) {
      EXPECT_TRUE(torch::equal(step.input, corrupt(mixture.unsqueeze(0), levels, clip, step.t)[0]));
      EXPECT_FALSE(torch::allclose(step.input, mixture));
    }
    mixture = step.state.mixture();
  });
}

TEST(EmLoop, PractisedSimulationIsScoredAgainstTheTruth) {
  const auto model = tiny_model("r-nem");
  const Clip clip = tiny_clip(5, 2);
  const auto ops = ops::reference_ops();
  EmSettings settings{.observe = 3};
  std::vector<Step> simulated, practised;
  run_em(*model, *ops, clip, settings, [&](const Step& step) { simulated.push_back(step); });
  settings.loss_of_truth = true;
  run_em(*model, *ops, clip, settings, [&](const Step& step) { practised.push_back(step); });
  ASSERT_EQ(practised.size(), 5U);
  for (std::size_t t = 0; t < practised.size(); ++t) {
    const Tensor truth = clip.frames[t + 1].flatten(1).to(torch::kFloat64);
    EXPECT_TRUE(torch::equal(practised[t].target, truth)) << t;
    const StepLoss loss = ops->step_loss(practised[t].state.psi, truth, {});
    EXPECT_TRUE(torch::allclose(practised[t].loss.total, loss.total)) << t;
    // the state goes its own way, untouched by the truth
    EXPECT_TRUE(torch::allclose(practised[t].state.psi, simulated[t].state.psi)) << t;
    EXPECT_TRUE(torch::allclose(practised[t].state.gamma, simulated[t].state.gamma)) << t;
  }
  EXPECT_FALSE(torch::allclose(practised[4].loss.total, simulated[4].loss.total));
}

TEST(Corrupt, FlipsTheStatedShareAndDependsOnTheStreamOnly) {
  Clip clip = tiny_clip(200, 2);
  const Tensor frames = clip.frames.flatten(2).to(torch::kFloat32);
  const Tensor noisy = corrupt(frames, {0.2, 0.2}, clip);
  const double share = (noisy - frames).abs().mean().item<double>();
  EXPECT_NEAR(share, 0.2, 5 * std::sqrt(0.16 / static_cast<double>(frames.numel())));
  EXPECT_TRUE(torch::equal(noisy, corrupt(frames, {0.2, 0.2}, clip)));
  EXPECT_TRUE(torch::equal(frames, corrupt(frames, {0.0, 0.0}, clip)));
  Clip swapped = clip;
  std::swap(swapped.streams[0], swapped.streams[1]);
  const Tensor other = corrupt(frames.flip(1), {0.2, 0.2}, swapped);
  EXPECT_TRUE(torch::equal(other.flip(1), noisy));
}

TEST(Corrupt, FlipsEverySequenceAsOftenAsItsLevelSays) {
  const Clip clip = tiny_clip(400, 3);
  const Tensor frames = clip.frames.flatten(2).to(torch::kFloat32);
  const std::vector<double> levels = {0.0, 0.1, 0.4};
  const Tensor flips = (corrupt(frames, levels, clip) - frames).abs();
  for (int b = 0; b < 3; ++b) {
    const double deviation =
        std::sqrt(levels[b] * (1 - levels[b]) * 3 / static_cast<double>(frames.numel()));
    EXPECT_NEAR(flips.select(1, b).mean().item<double>(), levels[b], 5 * deviation) << b;
  }
}

std::unique_ptr<Model> model_with_noise_range() {
  Settings settings = tiny_settings("r-nem");
  settings.em.noise_range = {0.1, 0.3};
  check(settings, "test");
  auto model = Model::create(settings, 5);
  model->to(torch::kCPU, torch::kFloat64);
  return model;
}

const EmSettings kDrawn = {.draw_noise = true};

TEST(NoiseLevels, AreDrawnOnceForEverySequenceOnDemandOnly) {
  const auto model = model_with_noise_range();
  const Clip clip = tiny_clip(1, 200);
  const std::vector<double> levels = noise_levels(*model, clip, kDrawn);
  double sum = 0;
  for (const double level : levels) {
    EXPECT_GE(level, 0.1);
    EXPECT_LT(level, 0.3);
    sum += level;
  }
  // a uniform number deviates by width / sqrt(12)
  EXPECT_NEAR(sum / 200, 0.2, 5 * 0.2 / std::sqrt(12.0 * 200));
  EXPECT_EQ(std::set<double>(levels.begin(), levels.end()).size(), 200u);
  EXPECT_EQ(noise_levels(*model, clip, kDrawn), levels);
  Clip reseeded = clip;
  reseeded.seed += 1;
  EXPECT_NE(noise_levels(*model, reseeded, kDrawn), levels);

  EXPECT_EQ(noise_levels(*model, clip, {}), std::vector<double>(200, 0.2));
  EXPECT_EQ(noise_levels(*model, clip, {.noise = 0.4, .draw_noise = true}),
            std::vector<double>(200, 0.4));
  EXPECT_EQ(noise_levels(*tiny_model("r-nem"), clip, kDrawn), std::vector<double>(200, 0.2));
}

TEST(NoiseLevels, DoNotDependOnTheBatch) {
  const auto model = model_with_noise_range();
  const Clip both = tiny_clip(3, 2);
  Clip second = both;
  second.frames = both.frames.narrow(1, 1, 1).contiguous();
  second.streams = {both.streams[1]};
  std::vector<Tensor> in_batch, alone, plain;
  const auto keep = [](std::vector<Tensor>& inputs, int row) {
    return [&inputs, row](const Step& step) { inputs.push_back(step.input[row]); };
  };
  run_em(*model, *ops::reference_ops(), both, kDrawn, keep(in_batch, 1));
  run_em(*model, *ops::reference_ops(), second, kDrawn, keep(alone, 0));
  run_em(*model, *ops::reference_ops(), second, {}, keep(plain, 0));
  bool differs = false;
  for (std::size_t t = 0; t < alone.size(); ++t) {
    EXPECT_TRUE(torch::equal(in_batch[t], alone[t])) << t;
    differs = differs || !torch::equal(alone[t], plain[t]);
  }
  EXPECT_TRUE(differs) << "the level drawn was not used";
}

// EM starts from the first frame as the first step sees it
TEST(NoiseLevels, AreThoseOfTheStartAsWell) {
  Settings settings = tiny_settings("r-nem");
  settings.em.start = "seeds";
  settings.em.noise = 0.3;
  settings.em.noise_range = {0.0, 0.0};
  const auto model = Model::create(settings, 5);
  const Clip clip = tiny_clip(1, 2);
  const Tensor drawn = initial_state(*model, clip, kDrawn).gamma;
  EXPECT_TRUE(torch::equal(drawn, initial_state(*model, clip, {.noise = 0.0}).gamma));
  EXPECT_FALSE(torch::equal(drawn, initial_state(*model, clip, {}).gamma));
}

TEST(InitialState, GammaIsRandomPositiveAndNormalised) {
  const auto model = tiny_model("r-nem");
  const State state = initial_state(*model, tiny_clip(1, 2), {.k = 4});
  EXPECT_TRUE(torch::allclose(state.gamma.sum(1), torch::ones({2, 64}, torch::kFloat64)));
  EXPECT_GT(state.gamma.min().item<double>(), 0.0);
  EXPECT_FALSE(torch::allclose(state.gamma[0], state.gamma[1]));
  EXPECT_EQ(state.cell.theta.abs().sum().item<double>(), 0.0);
  EXPECT_EQ(state.psi.abs().sum().item<double>(), 0.0);
}

// the frame is corrupted once: EM starts from what the first step sees
TEST(InitialState, IsHandedOutOnceAndMadeOfTheFirstInput) {
  Settings settings = tiny_settings("r-nem");
  settings.em.start = "seeds";
  settings.em.noise = 0.3;
  const auto model = Model::create(settings, 5);
  const Clip clip = tiny_clip(2, 2);
  State initial;
  Tensor input;
  int begun = 0;
  run_em(
      *model, *ops::reference_ops(), clip, {},
      [&](const Step& step) {
        EXPECT_EQ(begun, 1) << "before the first step";
        if (step.t == 0) input = step.input;
      },
      [&](const State& state) {
        initial = state;
        ++begun;
      });
  ASSERT_EQ(begun, 1);
  ASSERT_FALSE(input.equal(clip.frames[0].flatten(1).to(input.dtype()))) << "no noise to tell";
  for (int b = 0; b < 2; ++b) {
    std::vector<float> gamma(3 * 64);
    Rng rng(clip.seed, "gamma", clip.streams[b]);
    start_gamma("seeds", {input[b].data_ptr<float>(), 64}, 8, 8, 3, rng, gamma);
    EXPECT_TRUE(initial.gamma[b].flatten().equal(torch::tensor(gamma)));
  }
  EXPECT_TRUE(initial_state(*model, clip, {.observe = 0}).gamma.equal(initial.gamma))
      << "also where no step observes";
}

}  // namespace
}  // namespace rnem::model
