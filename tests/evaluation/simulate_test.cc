#include "rnem/evaluation/simulate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "evaluation/scripted_model.h"
#include "model/tiny_model.h"
#include "rnem/evaluation/model_rollout.h"
#include "rnem/evaluation/simulation_report.h"
#include "rnem/figures/rollout.h"

namespace rnem::evaluation {
namespace {

const char* const kFourBalls = "balls4mass64";

Simulation simulation_of(const Session& session, std::int64_t sequences, std::int64_t observe,
                         std::int64_t simulated, std::int64_t batch = 16) {
  SimulationSettings settings;
  settings.sequences = sequences;
  settings.batch = batch;
  settings.em.observe = observe;
  settings.em.steps = observe + simulated;
  return simulate(session, *model::reference_ops(), settings);
}

// Shows the truth while it observes and the last observed frame from then on.
Session stuck(std::int64_t k, int sequences, int observe, int steps) {
  const auto batch = rnem::testing::batch_of(kFourBalls, sequences, steps + 1);
  model::Settings settings;
  settings.model.kind = k == 1 ? "rnn" : "rnn-em";
  settings.em.k = k;
  auto script = [=](std::int64_t t) {
    const std::int64_t frame = std::min<std::int64_t>(t + 1, observe);
    torch::Tensor psi = rnem::testing::masks_of(batch.groups[frame], 4);
    return rnem::testing::Answer{k == 1 ? psi.amax(1, true) : psi, {}};
  };
  return rnem::testing::session_of(std::make_unique<rnem::testing::ScriptedModel>(settings, script),
                                   kFourBalls);
}

TEST(Simulate, ErrorsGrowWhenTheModelStandsStill) {
  for (const std::int64_t k : {4, 1}) {
    const Simulation result = simulation_of(stuck(k, 4, 6, 16), 4, 6, 10);
    const auto error = result.by_step.at("position_error").per_step();
    const auto bce = result.by_step.at("bce").per_step();
    EXPECT_LT(bce[5], 0.01);
    EXPECT_GT(bce[6], 100.0);
    EXPECT_GT(bce[15], bce[6]);
    // a patch of touching balls has no centre of its own, so K = 1 is not as exact
    EXPECT_LT(error[5], k == 1 ? 5.0 : 0.3);
    EXPECT_GT(error[15], error[5] + 1.0);
    EXPECT_TRUE(result.finite);
    EXPECT_EQ(result.by_step.at("object_drift").per_step()[5], 0.0);
  }
}

Session simulated(const std::string& kind, std::int64_t actions = 0) {
  auto settings = rnem::testing::tiny_settings(kind);
  auto& config = settings.model;
  config.height = config.width = 64;
  config.actions = actions;
  config.encoder = {"conv 4x4/2 3 elu", "conv 4x4/2 3 elu", "fc 10 elu"};
  config.decoder = {"fc 16x16x2 relu", "up 4x4 3 relu", "up 4x4 1 sigmoid plain"};
  return rnem::testing::session_of(model::Model::create(settings, 3), kFourBalls);
}

TEST(Simulate, EveryModelStaysFiniteForFiveHundredSteps) {
  for (const char* kind : {"r-nem", "rnn-em", "rnn", "lstm"}) {
    const Simulation result = simulation_of(simulated(kind), 1, 5, 500);
    EXPECT_TRUE(result.finite) << kind;
    const auto bce = result.by_step.at("bce").per_step();
    ASSERT_EQ(bce.size(), 505u);
    for (const double value : bce) EXPECT_TRUE(std::isfinite(value)) << kind;
  }
}

TEST(Simulate, NumbersDoNotDependOnTheBatchSize) {
  const Session session = simulated("r-nem");
  const auto together = simulation_of(session, 3, 3, 4, 3).by_step.at("bce").per_step();
  const auto apart = simulation_of(session, 3, 3, 4, 1).by_step.at("bce").per_step();
  for (std::size_t t = 0; t < together.size(); ++t) EXPECT_NEAR(together[t], apart[t], 1e-2);
}

TEST(Simulate, ReportsEveryStepAndWhatIsBeyondTheDataAsNull) {
  const Simulation result = simulation_of(simulated("rnn"), 2, 3, 4);
  const auto report = simulation_json(result, "m", "d", "test");
  for (const char* key : {"bce_per_step", "baseline_bce_per_step", "position_error_per_step",
                          "objects_per_step", "true_objects_per_step", "object_drift_per_step"}) {
    EXPECT_EQ(report[key].size(), 7u) << key;
  }
  EXPECT_EQ(report["observe"].get<int>(), 3);
  EXPECT_EQ(report["steps"].get<int>(), 7);
  EXPECT_NE(simulation_table(report).find("simulation begins"), std::string::npos);
}

TEST(ModelRollout, HasWhatFiguresNeedAndMatchesTheLoop) {
  const Session session = simulated("r-nem");
  model::EmSettings em;
  em.steps = 6;
  em.observe = 4;
  const figures::Rollout rollout =
      model_rollout(session, *model::reference_ops(), /*sequence=*/2, em);
  figures::check_rollout(rollout);
  EXPECT_EQ(rollout.observed, 4);
  EXPECT_EQ(rollout.attention.size(), 6u * 3 * 3);
  const auto batch = rnem::testing::batch_of(kFourBalls, 3, 7);
  const auto truth = figures::truth_at(rollout, 5);
  const torch::Tensor frame = batch.features[5][2].flatten().to(torch::kFloat32).contiguous();
  EXPECT_TRUE(std::equal(truth.begin(), truth.end(), frame.data_ptr<float>()));
  // the sequence's own random stream, whatever its place in a batch
  const Simulation result = simulation_of(session, 3, 4, 2);
  const auto psi = figures::psi_at(rollout, 1);
  double bce = 0;
  const auto next = figures::truth_at(rollout, 1);
  for (std::size_t i = 0; i < next.size(); ++i) {
    double largest = 0;
    for (int k = 0; k < 3; ++k) largest = std::max<double>(largest, psi[k * next.size() + i]);
    bce -= std::log(next[i] > 0 ? largest : 1 - largest);
  }
  EXPECT_NEAR(result.by_step.at("bce").at(2, 0), bce, 1e-3 * bce);
}

}  // namespace
}  // namespace rnem::evaluation
