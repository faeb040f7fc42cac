// Linear maps from theta: fitting, hidden objects, and what a simulation carries.
#include <gtest/gtest.h>

#include <cmath>

#include "evaluation/scripted_model.h"
#include "places.h"
#include "rnem/evaluation/readings.h"
#include "rnem/evaluation/report_json.h"
#include "rnem/evaluation/report_table.h"
#include "rnem/metrics/carrying.h"

namespace rnem::evaluation {
namespace {

using torch::Tensor;

Tensor random_rows(std::int64_t rows, std::int64_t columns, const char* name) {
  Rng rng(1, name);
  std::vector<double> values;
  for (std::int64_t i = 0; i < rows * columns; ++i) values.push_back(rng.normal());
  return torch::tensor(values, torch::kFloat64).reshape({rows, columns});
}

TEST(RidgeRegression, FindsALinearMapWhateverTheOrderOfExamples) {
  const Tensor x = random_rows(500, 6, "x") * 3 + 2, truth = random_rows(6, 2, "map");
  const Tensor y = x.matmul(truth) + 7;
  RidgeRegression at_once(6, 2), in_parts(6, 2);
  at_once.add(x, y);
  in_parts.add(x.narrow(0, 300, 200), y.narrow(0, 300, 200));
  in_parts.add(x.narrow(0, 0, 300), y.narrow(0, 0, 300));
  const Tensor fresh = random_rows(50, 6, "fresh");
  for (const auto* regression : {&at_once, &in_parts}) {
    EXPECT_EQ(regression->examples(), 500);
    const Tensor off = regression->fit(1e-8).apply(fresh) - (fresh.matmul(truth) + 7);
    EXPECT_LT(off.abs().max().item<double>(), 1e-3);
  }
}

TEST(RidgeRegression, LeavesOutWhatNeverChangesAndIsNotLedAstrayByNoise) {
  Tensor x = random_rows(200, 30, "noise");
  x.select(1, 3).fill_(5.0);
  const Tensor y = random_rows(200, 1, "unrelated");
  RidgeRegression regression(30, 1);
  regression.add(x, y);
  const LinearMap map = regression.fit();
  EXPECT_EQ(map.weights[3][0].item<double>(), 0.0);
  EXPECT_TRUE(torch::isfinite(map.weights).all().item<bool>());
  // a strong penalty gives the mean
  EXPECT_LT(regression.fit(1e6).weights.abs().max().item<double>(), 1e-5);
}

TEST(HiddenReading, JudgesHiddenMomentsAndTheFirstOneBack) {
  std::vector<ObjectMoment> moments;
  std::vector<Point> read;
  const std::vector<double> hidden = {0, 0.7, 1, 1, 0.8, 0.5, 0, 0.9, 0.2};
  for (int object : {0, 1}) {
    for (int t = 0; t < static_cast<int>(hidden.size()); ++t) {
      moments.push_back({.object = object, .step = t, .position = {10, 10}, .hidden = hidden[t]});
      read.push_back({10.0 + t, 10.0});
    }
  }
  HiddenReading all;
  all.add(moments, read, 0);
  EXPECT_EQ(all.hidden, 4);
  EXPECT_DOUBLE_EQ(all.hidden_sum, 2 * (2 + 3));
  EXPECT_EQ(all.returns, 2);  // the second time it was never wholly hidden
  EXPECT_DOUBLE_EQ(all.return_sum, 2 * 5);
  HiddenReading late;
  late.add(moments, read, 4);
  EXPECT_EQ(late.hidden + late.returns, 0);
}

// One component on its way through a curtain of 20 x 20 in the middle, at a pixel a step.
struct Passage {
  Readings readings;
  Tracks tracks;
  Outlines outlines;
};
const std::vector<float> kMiddle = {20, 20, 40, 40};
Passage passage(int steps, int stays_until) {
  Passage p;
  p.readings.steps = p.tracks.steps = p.outlines.steps = steps;
  p.readings.k = p.tracks.k = p.outlines.k = 1;
  for (int t = 0; t < steps; ++t) {
    const Point place{10.0 + std::min(t, stays_until), 30};
    const bool shown = hidden_share(place, 4, kMiddle) <= 0.5;
    p.readings.place.push_back(place);
    p.tracks.centre.push_back(shown ? place : Point{kUnknown, kUnknown});
    p.outlines.pixels.push_back(shown ? 50 : 0);
    p.outlines.patches.push_back(shown ? 1 : 0);
  }
  return p;
}

Carrying carrying_of(const Passage& p) {
  const std::vector<double> radius = {4};
  return carrying(p.readings, p.tracks, p.outlines, {0}, radius, kMiddle, 5);
}

TEST(Carrying, IsSeenOrReadBehindTheCurtain) {
  const Carrying through = carrying_of(passage(45, 1000));
  EXPECT_TRUE(std::isnan(through.share[4]));
  for (int t = 5; t < 45; ++t) EXPECT_EQ(through.all[t], 1.0) << t;
}

TEST(Carrying, EndsForOneThatDoesNotComeBackInTime) {
  // crossing the diagonal of 28.3 takes 29 steps from step 10 on, when it was last half visible
  const Carrying stuck = carrying_of(passage(60, 20));
  EXPECT_EQ(stuck.share[30], 1.0);
  EXPECT_EQ(stuck.share[38], 1.0);
  EXPECT_EQ(stuck.share[39], 0.0);
  EXPECT_EQ(stuck.share[59], 0.0);
}

TEST(Carrying, EndsForOneThatIsReadInTheOpenButNotDrawn) {
  Passage p = passage(45, 1000);
  p.outlines.patches[43] = 0;
  p.readings.place[44] = {60, 50};  // drawn elsewhere
  const Carrying carried = carrying_of(p);
  EXPECT_EQ(carried.share[42], 1.0);
  EXPECT_EQ(carried.share[43], 0.0);
  EXPECT_EQ(carried.share[44], 0.0);
}

// Shows every ball as it is; theta mixes position, velocity, size and mass linearly, with what is
// not asked for.
Session open_book(const std::string& world, int sequences, int steps, bool with_mass) {
  model::Settings settings;
  settings.model.kind = "rnn-em";
  settings.em.k = 4;
  struct Split {
    std::vector<torch::Tensor> psi, theta;
  };
  auto answers = std::make_shared<std::vector<Split>>(2);
  const Tensor mix = random_rows(8, 12, "mix");
  for (const auto split : {dataset::Split::kTraining, dataset::Split::kTest}) {
    const auto source = dataset::open_source("live:" + world, 1);
    Split& own = (*answers)[split == dataset::Split::kTest];
    std::vector<worlds::Sequence> clips;
    for (int n = 0; n < sequences; ++n) clips.push_back(source->get(split, n, 0, steps + 1));
    const double scale = source->shape().pixels_per_unit;
    for (int t = 0; t < steps; ++t) {
      std::vector<std::vector<worlds::Disc>> discs;
      std::vector<double> rows;
      for (const auto& clip : clips) {
        auto& drawn = discs.emplace_back();
        for (int o = 0; o < 4; ++o) {
          const std::size_t at = (static_cast<std::size_t>(t + 1) * 4 + o) * 2;
          drawn.push_back({.x = clip.positions[at] * scale,
                           .y = clip.positions[at + 1] * scale,
                           .radius = clip.radii[o] * scale});
          rows.insert(rows.end(), {drawn.back().x, drawn.back().y, clip.velocities[at] * scale,
                                   clip.velocities[at + 1] * scale, drawn.back().radius,
                                   with_mass ? clip.masses[o] : 0.0, std::sin(t), 1.0});
        }
      }
      own.psi.push_back(rnem::testing::discs_of(discs, 64));
      own.theta.push_back(
          torch::tensor(rows, torch::kFloat64).reshape({-1, 8}).matmul(mix).to(torch::kFloat32));
    }
  }
  auto script = [=](std::int64_t t) {
    const Split& own = (*answers)[t / steps];
    return rnem::testing::Answer{own.psi[t % steps], {}, own.theta[t % steps]};
  };
  return rnem::testing::session_of(std::make_unique<rnem::testing::ScriptedModel>(settings, script),
                                   world);
}

Probe probe_of(const Session& session, int sequences, int steps) {
  ProbeSettings settings;
  settings.training = settings.sequences = settings.batch = sequences;
  settings.em.steps = steps;
  return probe(session, settings);
}

TEST(Probe, ReadsWhatThetaHoldsAndNothingElse) {
  // mass says nothing about size here, nor size about mass
  const std::string world = rnem::testing::in_source("tests/evaluation/mass_of_any_size.toml");
  const int sequences = 12, steps = 20;
  const Probe open = probe_of(open_book(world, sequences, steps, true), sequences, steps);
  for (const auto& name : probe_quantities()) {
    EXPECT_GT(open.settled.at(name).r2(), 0.99) << name;
    EXPECT_GT(open.by_step.at(name)[5].r2(), 0.99) << name;
  }
  EXPECT_LT(open.settled.at("position").error(), 0.1);
  EXPECT_LT(open.settled.at("velocity").error(), 0.05);
  EXPECT_EQ(open.settled.at("position").count, 12 * 4 * 10);
  EXPECT_EQ(open.mass_before.count + open.mass_after.count, 12 * 4 * 10);
  EXPECT_GT(open.mass_after.count, 0);
  EXPECT_TRUE(std::isnan(open.hidden_position_error));

  const Probe closed = probe_of(open_book(world, sequences, steps, false), sequences, steps);
  EXPECT_GT(closed.settled.at("position").r2(), 0.99);
  EXPECT_LT(closed.settled.at("mass").r2(), 0.5);

  const auto report = report_json(open, {"m", "d", "test"});
  EXPECT_EQ(report["velocity_r2_per_step"].size(), 20u);
  EXPECT_NE(report_table(open, {"m", "d", "test"}).find("after a collision"), std::string::npos);
}

}  // namespace
}  // namespace rnem::evaluation
