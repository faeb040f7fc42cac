#include "rnem/metrics/reference_motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rnem/metrics/true_motion.h"
#include "rnem/source.h"

namespace rnem::metrics {
namespace {

using worlds::Disc;

// Mean errors in pixels after 10 and 20 steps from frame 10 on.
struct Ahead {
  double ten = 0, twenty = 0;
};

template <typename Errors>
Ahead ahead(const std::string& data, int sequences, const Errors& errors) {
  const auto source = dataset::open_source(data, 1);
  const auto shape = source->shape();
  Ahead mean;
  for (int n = 0; n < sequences; ++n) {
    const auto sequence = source->get(dataset::Split::kTest, n, 0, 11);
    const auto off = errors(*source->world(), discs_at(sequence, shape, 10), shape, n);
    mean.ten += off[9] * shape.pixels_per_unit / sequences;
    mean.twenty += off[19] * shape.pixels_per_unit / sequences;
  }
  return mean;
}

Ahead limit_of(const std::string& data, int sequences, double position, double velocity) {
  return ahead(data, sequences,
               [&](const worlds::World& world, const std::vector<Disc>& discs,
                   const worlds::Shape& shape, int n) {
                 const double scale = shape.pixels_per_unit;
                 std::vector<double> mean(20);
                 for (int draw = 0; draw < 4; ++draw) {
                   Rng rng(3, "limit test", n, draw);
                   const auto start = disturbed(discs, {position / scale, velocity / scale}, rng);
                   const auto off = divergence(world, discs, start, 20);
                   for (int t = 0; t < 20; ++t) mean[t] += off[t] / 4;
                 }
                 return mean;
               });
}

Ahead straight_of(const std::string& data, int sequences) {
  return ahead(data, sequences,
               [](const worlds::World& world, const std::vector<Disc>& discs, const worlds::Shape&,
                  int) { return straight_error(world, discs, 20); });
}

// Computed independently: 0.36 / 0.91 px and 1.9 / 6.2 px for four balls, 0.37 / 1.08 and
// 2.2 / 6.9 for six to eight, over 400 sequences each. The tolerance is about three standard errors
// of both.
TEST(ReferenceMotion, AgreesWithTheKnownLimitOfPublishedPhysics) {
  const Ahead four = limit_of("live:balls4mass64", 400, 0.17, 0.015);
  EXPECT_NEAR(four.ten, 0.36, 0.05);
  EXPECT_NEAR(four.twenty, 0.91, 0.18);
  const Ahead lines = straight_of("live:balls4mass64", 400);
  EXPECT_NEAR(lines.ten, 1.9, 0.3);
  EXPECT_NEAR(lines.twenty, 6.2, 0.6);
  const Ahead many = limit_of("live:balls678mass64", 200, 0.17, 0.015);
  EXPECT_NEAR(many.ten, 0.37, 0.06);
  EXPECT_NEAR(many.twenty, 1.08, 0.22);
  const Ahead many_lines = straight_of("live:balls678mass64", 200);
  EXPECT_NEAR(many_lines.ten, 2.2, 0.35);
  EXPECT_NEAR(many_lines.twenty, 6.9, 0.8);
}

TEST(ReferenceMotion, ErrorsAreAsLongAsAskedFor) {
  std::vector<Disc> discs(20000);
  Rng rng(1, "errors");
  const auto moved = disturbed(discs, {0.5, 0.02}, rng);
  double place = 0, speed = 0;
  for (const Disc& disc : moved) {
    place += std::hypot(disc.x, disc.y) / 20000;
    speed += std::hypot(disc.vx, disc.vy) / 20000;
  }
  EXPECT_NEAR(place, 0.5, 0.01);
  EXPECT_NEAR(speed, 0.02, 0.0004);
}

TEST(ReferenceMotion, AnExactStartStaysExactAndALoneBallIsAStraightLine) {
  const auto world = worlds::make_preset("balls4mass64");
  const std::vector<Disc> two = {{.x = 4, .y = 7, .vx = 0.3, .radius = 1.2},
                                 {.x = 10, .y = 7, .vx = -0.3, .radius = 1.2}};
  for (const double off : divergence(*world, two, two, 50)) EXPECT_EQ(off, 0.0);
  for (const double off : straight_error(*world, {two[0]}, 100)) EXPECT_EQ(off, 0.0);
  // head-on they meet after 6 frames; equal balls that bounce are where each other would be
  const auto lines = straight_error(*world, two, 12);
  EXPECT_EQ(lines[4], 0.0);
  EXPECT_NEAR(lines[11], 2 * 0.3 * 6, 1.3);
}

TEST(TrueMotion, GoesOnAsTheWorldWould) {
  for (const char* data : {"live:balls4mass64", "live:balls678mass64"}) {
    const auto source = dataset::open_source(data, 1);
    const auto shape = source->shape();
    const auto whole = source->get(dataset::Split::kTest, 3, 0, 40);
    const auto part = source->get(dataset::Split::kTest, 3, 0, 15);
    ASSERT_FALSE(no_physics(source->world().get(), part).has_value());
    ObjectTruth truth = object_truth(part, shape, {}, {});
    const ObjectTruth all = object_truth(whole, shape, {}, {});
    continue_truth(*source->world(), part, shape, 40, truth);
    ASSERT_EQ(truth.frames, 40);
    ASSERT_EQ(truth.centre.size(), all.centre.size());
    for (std::size_t i = 0; i < all.centre.size(); ++i) {
      EXPECT_LT(distance(truth.centre[i], all.centre[i]), 0.01);
      EXPECT_LT(distance(truth.velocity[i], all.velocity[i]), 0.01);
    }
  }
}

TEST(TrueMotion, SaysWhyItCannot) {
  const auto shapes = dataset::open_source("live:flying3shapes28", 1);
  const auto sequence = shapes->get(dataset::Split::kTest, 0, 0, 3);
  EXPECT_NE(no_physics(shapes->world().get(), sequence)->find("no physics of balls"),
            std::string::npos);
  const auto balls = dataset::open_source("live:balls4mass64", 1);
  auto bare = balls->get(dataset::Split::kTest, 0, 0, 3);
  EXPECT_NE(no_physics(nullptr, bare)->find("which world"), std::string::npos);
  bare.masses.clear();
  EXPECT_NE(no_physics(balls->world().get(), bare)->find("no positions"), std::string::npos);
}

}  // namespace
}  // namespace rnem::metrics
