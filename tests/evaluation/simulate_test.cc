#include "rnem/evaluation/simulate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "evaluation/scripted_model.h"
#include "model/tiny_model.h"
#include "rnem/evaluation/model_rollout.h"
#include "rnem/evaluation/report_json.h"
#include "rnem/evaluation/report_table.h"
#include "rnem/figures/rollout.h"
#include "rnem/metrics/true_motion.h"

namespace rnem::evaluation {
namespace {

Simulation simulation_of(const Session& session, std::int64_t sequences, std::int64_t observe,
                         std::int64_t simulated, std::int64_t batch = 16) {
  SimulationSettings settings;
  settings.sequences = sequences;
  settings.batch = batch;
  settings.em.observe = observe;
  settings.em.steps = observe + simulated;
  return simulate(session, settings);
}

// Shows the truth while it observes and the last observed frame from then on.
Session stuck(std::int64_t k, int sequences, int observe, int steps) {
  const auto batch = rnem::testing::batch_of(rnem::testing::kHardBalls, sequences, steps + 1);
  model::Settings settings;
  settings.model.kind = k == 1 ? "rnn" : "rnn-em";
  settings.em.k = k;
  auto script = [=](std::int64_t t) {
    const std::int64_t frame = std::min<std::int64_t>(t + 1, observe);
    torch::Tensor psi = rnem::testing::masks_of(batch.groups[frame], 4);
    return rnem::testing::Answer{k == 1 ? psi.amax(1, true) : psi, {}};
  };
  return rnem::testing::session_of(std::make_unique<rnem::testing::ScriptedModel>(settings, script),
                                   rnem::testing::kHardBalls);
}

TEST(Simulate, ErrorsGrowWhenTheModelStandsStill) {
  for (const std::int64_t k : {4, 1}) {
    const Simulation result = simulation_of(stuck(k, 4, 6, 16), 4, 6, 10);
    const auto error = result.by_step.at("position_error").per_step();
    const auto bce = result.by_step.at("bce").per_step();
    // pixels in which balls overlap are of no object, so the script does not show them
    EXPECT_LT(bce[5], 20.0);
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
  return rnem::testing::session_of(model::Model::create(settings, 3), rnem::testing::kHardBalls);
}

TEST(Simulate, EveryModelStaysFiniteForFiveHundredSteps) {
  for (const char* kind : {"r-nem", "rnn-em", "rnn", "lstm"}) {
    const Simulation result = simulation_of(simulated(kind), 1, 5, 500);
    EXPECT_TRUE(result.finite) << kind;
    const auto bce = result.by_step.at("bce").per_step();
    ASSERT_EQ(bce.size(), 505u);
    // pictures are compared for 100 steps, places as long as there is physics
    for (int t = 0; t < 505; ++t) EXPECT_EQ(std::isfinite(bce[t]), t < 105) << kind << t;
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
  const auto report = report_json(summarise(result, {"m", "d", "test"}));
  for (const char* key : {"bce_per_step", "baseline_bce_per_step", "position_error_per_step",
                          "objects_per_step", "true_objects_per_step", "object_drift_per_step"}) {
    EXPECT_EQ(report[key].size(), 7u) << key;
  }
  EXPECT_EQ(report["observe"].get<int>(), 3);
  EXPECT_EQ(report["steps"].get<int>(), 7);
  EXPECT_NE(report_table(summarise(result, {"m", "d", "test"})).find("simulation begins"),
            std::string::npos);
}

// Where discs are at every frame of a sequence, in pixels.
using Motion = std::vector<std::vector<worlds::Disc>>;

std::vector<worlds::Disc> in_pixels(std::vector<worlds::Disc> discs, double scale) {
  for (worlds::Disc& disc : discs) disc.x *= scale, disc.y *= scale, disc.radius *= scale;
  return discs;
}

// A model that draws discs where `simulated` says from the true state at frame `observe` on (in
// units; frames observe + 1 .. steps), and until then whatever flies straight into its start.
using Simulate =
    std::function<Motion(const worlds::World&, const std::vector<worlds::Disc>&, int n)>;
Session drawn(int sequences, int observe, int steps, const Simulate& simulated) {
  const auto source = dataset::open_source("live:" + rnem::testing::kHardBalls, 1);
  const double scale = source->shape().pixels_per_unit;
  std::vector<Motion> frames(steps);  // [T][B]
  for (int n = 0; n < sequences; ++n) {
    const auto clip = source->get(dataset::Split::kTest, n, 0, observe + 1);
    const auto state = discs_at(clip, source->shape(), observe);
    const Motion motion = simulated(*source->world(), state, n);  // [0] is the start
    for (int t = 0; t < steps; ++t) {
      std::vector<worlds::Disc> now = motion[std::max(0, t + 1 - observe)];
      const double back = std::max(0, observe - t - 1);
      for (worlds::Disc& disc : now) disc.x -= back * disc.vx, disc.y -= back * disc.vy;
      frames[t].push_back(in_pixels(now, scale));
    }
  }
  model::Settings settings;
  settings.model.kind = "rnn-em";
  settings.em.k = 4;
  auto script = [=](std::int64_t t) {
    return rnem::testing::Answer{rnem::testing::discs_of(frames[t], 64), {}};
  };
  return rnem::testing::session_of(std::make_unique<rnem::testing::ScriptedModel>(settings, script),
                                   rnem::testing::kHardBalls);
}

Motion motion_of(worlds::Billiards& billiards, int steps) {
  Motion motion = {billiards.discs()};
  for (int t = 0; t < steps; ++t) {
    billiards.advance();
    motion.push_back(billiards.discs());
  }
  return motion;
}

TEST(Simulate, TruePhysicsFromAnInexactStartScoresAtTheLimit) {
  constexpr int kSequences = 48, kObserve = 10, kSimulated = 20;
  const double scale = 64.0 / 15;
  const Session session =
      drawn(kSequences, kObserve, kObserve + kSimulated,
            [&](const worlds::World& world, const std::vector<worlds::Disc>& state, int n) {
              Rng rng(9, "inexact", n);
              const auto start = disturbed(state, {0.4 / scale, 0.06 / scale}, rng);
              return motion_of(*world.resume(start), kSimulated);
            });
  const Simulation result = simulation_of(session, kSequences, kObserve, kSimulated, kSequences);
  ASSERT_TRUE(result.start_error.has_value());
  EXPECT_NEAR(result.start_error->position, 0.4, 0.04);
  EXPECT_NEAR(result.start_error->velocity, 0.06, 0.008);
  const auto report = report_json(summarise(result, {"m", "d", "test"}));
  for (const char* after : {"1", "5", "10", "20"}) {
    EXPECT_NEAR(report["after"][after]["ratio_to_limit"].get<double>(), 1.0, 0.25) << after;
  }
  EXPECT_GT(report["after"]["20"]["straight"].get<double>(),
            2 * report["after"]["20"]["limit"].get<double>());
  // balls that are true to physics live, keep their energy and break no law; one that the wall cuts
  // deeper than usual looks smaller for a frame
  EXPECT_GT(report["after"]["20"]["alive"].get<double>(), 0.98);
  EXPECT_NEAR(report["energy_ratio"].get<double>(), 1.0, 0.05);
  EXPECT_EQ(report["held"].get<double>(), 4.0);
  EXPECT_GE(report["lawful"].get<double>(), 0.97);
  EXPECT_TRUE(report["absent"].contains("carried"));
  EXPECT_FALSE(report["absent"].contains("limit"));
}

TEST(Simulate, StraightLinesEqualTheirReference) {
  constexpr int kSequences = 16, kObserve = 10, kSimulated = 20;
  const Session session =
      drawn(kSequences, kObserve, kObserve + kSimulated,
            [&](const worlds::World& world, const std::vector<worlds::Disc>& state, int) {
              Motion motion(kSimulated + 1);
              for (const worlds::Disc& disc : state) {
                const Motion alone = motion_of(*world.resume({disc}), kSimulated);
                for (int t = 0; t <= kSimulated; ++t) motion[t].push_back(alone[t][0]);
              }
              return motion;
            });
  const Simulation result = simulation_of(session, kSequences, kObserve, kSimulated, kSequences);
  const auto error = result.by_step.at("position_error").per_step();
  const auto straight = result.by_step.at("straight").per_step();
  for (int t = kObserve; t < kObserve + kSimulated; ++t) EXPECT_NEAR(error[t], straight[t], 0.1);
  EXPECT_GT(straight.back(), 2.0);
  EXPECT_TRUE(std::isnan(straight[kObserve - 1]));
  // they run through each other
  EXPECT_LT(mean_of(result.by_sequence.at("lawful")), 1.0);
}

TEST(Simulate, AStoodStillWorldHasNoEnergyButLives) {
  const Simulation result = simulation_of(stuck(4, 4, 10, 30), 4, 10, 20);
  const auto report = report_json(summarise(result, {"m", "d", "test"}));
  EXPECT_EQ(report["after"]["20"]["alive"].get<double>(), 1.0);
  EXPECT_EQ(report["energy_ratio"].get<double>(), 0.0);
  EXPECT_EQ(report["lawful"].get<double>(), 1.0);
}

TEST(Simulate, PlacesAreComparedBeyondThePicturesThatWereMade) {
  SimulationSettings settings;
  settings.sequences = settings.batch = 2;
  settings.em.observe = 10;
  settings.em.steps = 60;
  settings.pictures = 3;
  const auto still = simulate(stuck(4, 2, 10, 60), settings);
  settings.pictures = 50;
  const auto whole = simulate(stuck(4, 2, 10, 60), settings);
  const auto few = still.by_step.at("position_error").per_step();
  const auto many = whole.by_step.at("position_error").per_step();
  for (int t = 0; t < 60; ++t) EXPECT_NEAR(few[t], many[t], 0.02) << t;
  EXPECT_TRUE(std::isnan(still.by_step.at("bce").per_step()[13]));
  EXPECT_FALSE(std::isnan(whole.by_step.at("bce").per_step()[13]));
}

TEST(Simulate, SaysWhyANumberIsMissing) {
  const Simulation early = simulation_of(stuck(4, 2, 3, 8), 2, 3, 5);
  EXPECT_EQ(early.absent.at("limit"), "fewer than 5 steps were observed");
  EXPECT_FALSE(std::isnan(early.by_step.at("straight").per_step()[7]));
  const Simulation one = simulation_of(stuck(1, 2, 6, 8), 2, 6, 2);
  EXPECT_NE(one.absent.at("limit").find("one component"), std::string::npos);
}

TEST(ModelRollout, HasWhatFiguresNeedAndMatchesTheLoop) {
  const Session session = simulated("r-nem");
  model::EmSettings em;
  em.steps = 6;
  em.observe = 4;
  const figures::Rollout rollout = model_rollout(session, /*sequence=*/2, em);
  figures::check_rollout(rollout);
  EXPECT_EQ(rollout.observed, 4);
  EXPECT_EQ(rollout.attention.size(), 6u * 3 * 3);
  const auto batch = rnem::testing::batch_of(rnem::testing::kHardBalls, 3, 7);
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
