// Worlds in which objects appear: open borders, balls that touch at first, balls that fade in.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "error_of.h"
#include "places.h"
#include "rnem/world.h"
#include "rnem/worlds/billiards.h"

namespace rnem::worlds {
namespace {

std::unique_ptr<World> shipped(const char* name) {
  return open_world(rnem::testing::in_source(std::string("configs/worlds/") + name));
}

std::int64_t pixels_of(const Sequence& s, int frame, int id, int size = 64 * 64) {
  const auto first = s.groups.begin() + static_cast<std::ptrdiff_t>(frame) * size;
  return std::count(first, first + size, id);
}

double energy(const Sequence& s, int frame, int objects) {
  double sum = 0;
  for (int o = 0; o < objects; ++o) {
    const std::size_t at = (static_cast<std::size_t>(frame) * objects + o) * 2;
    sum +=
        0.5 * s.masses[o] * (std::pow(s.velocities[at], 2.0) + std::pow(s.velocities[at + 1], 2.0));
  }
  return sum;
}

TEST(OpenBorders, BallsLeaveThePictureAndComeInAgain) {
  const auto world = shipped("open.toml");
  EXPECT_EQ(world->shape().pixels_per_unit, 64.0 / 15);
  EXPECT_EQ(world->box().low, -4.0);
  EXPECT_EQ(world->box().high, 19.0);
  int arrivals = 0, outside = 0;
  for (std::uint64_t n = 0; n < 20; ++n) {
    const Sequence s = world->make(Rng(1, "open", n), 51);
    EXPECT_NEAR(energy(s, 50, 4), energy(s, 0, 4), 1e-4);
    for (int o = 0; o < 4; ++o) {
      for (int t = 0; t < 51; ++t) {
        const float* xy = s.positions.data() + (t * 4 + o) * 2;
        EXPECT_GT(std::min(xy[0], xy[1]), -4.0);
        EXPECT_LT(std::max(xy[0], xy[1]), 19.0);
        const bool inside = std::min(xy[0], xy[1]) > 0 && std::max(xy[0], xy[1]) < 15;
        outside += !inside;
        if (inside) EXPECT_GT(pixels_of(s, t, o + 1), 10);
        const bool wholly_out = std::max({-xy[0], -xy[1], xy[0] - 15, xy[1] - 15}) > s.radii[o];
        if (wholly_out) EXPECT_EQ(pixels_of(s, t, o + 1), 0);
        arrivals += t > 0 && pixels_of(s, t, o + 1) > 0 && pixels_of(s, t - 1, o + 1) == 0;
      }
    }
  }
  EXPECT_GT(arrivals, 20);
  EXPECT_GT(outside, 500);
}

TEST(Touching, TwoBallsAreOnePatchInTheFirstFrame) {
  for (const char* physics : {"published", "exact"}) {
    const auto world = world_from_toml(
        std::string("preset = \"balls4mass64\"\ntouching = true\nphysics = \"") + physics + "\"",
        "test");
    int joined = 0;
    for (std::uint64_t n = 0; n < 50; ++n) {
      const Sequence s = world->make(Rng(1, "touching", n), 2);
      const float* p = s.positions.data();
      EXPECT_NEAR(std::hypot(p[0] - p[2], p[1] - p[3]), s.radii[0] + s.radii[1], 1e-5);
      // a pixel of the one beside a pixel of the other
      bool beside = false;
      for (int i = 65; i < 64 * 63 - 1 && !beside; ++i) {
        if (s.groups[i] != 1) continue;
        for (const int step : {-65, -64, -63, -1, 1, 63, 64, 65}) {
          beside = beside || s.groups[i + step] == 2;
        }
      }
      joined += beside;
    }
    EXPECT_GE(joined, 48) << physics;
  }
}

TEST(Fading, OneBallAppearsPixelByPixel) {
  const auto world = shipped("fading.toml");
  const auto plain = make_preset("balls4mass64");
  double half = 0;
  for (std::uint64_t n = 0; n < 20; ++n) {
    const Sequence s = world->make(Rng(1, "fading", n), 25);
    const Sequence whole = plain->make(Rng(1, "fading", n), 25);
    EXPECT_EQ(s.positions, whole.positions);
    for (int t = 0; t < 10; ++t) EXPECT_EQ(pixels_of(s, t, 4), 0);
    for (int t = 17; t < 25; ++t) EXPECT_EQ(pixels_of(s, t, 4), pixels_of(whole, t, 4));
    half += static_cast<double>(pixels_of(s, 13, 4)) / pixels_of(whole, 13, 4) / 20;
    // the others are there from the start
    for (int id = 1; id < 4; ++id) EXPECT_EQ(pixels_of(s, 0, id), pixels_of(whole, 0, id));
  }
  EXPECT_NEAR(half, 0.5, 0.05);
}

TEST(Appearing, NothingChangesWhereNothingAppears) {
  const auto plain = make_preset("balls4mass64");
  const auto spelled = world_from_toml(
      "preset = \"balls4mass64\"\nmargin = 0.0\ntouching = false\nfade_in = 0", "test");
  EXPECT_EQ(plain->make(Rng(4, "same"), 9).features, spelled->make(Rng(4, "same"), 9).features);
}

TEST(Appearing, TouchingTakesTwo) {
  EXPECT_EQ(rnem::testing::error_of([] {
              world_from_toml("kind = \"balls\"\ncounts = [1, 3]\ntouching = true", "my.toml");
            }),
            "my.toml: counts: expected at least 2 balls where two are touching, got 1");
}

TEST(Resume, GoesOnAsTheWorldDid) {
  for (const char* file : {"open.toml", "balls4mass64-exact.toml"}) {
    const auto world = shipped(file);
    const Sequence s = world->make(Rng(2, "resume"), 12);
    std::vector<Disc> discs;
    for (int o = 0; o < 4; ++o) {
      discs.push_back({.x = s.positions[o * 2],
                       .y = s.positions[o * 2 + 1],
                       .vx = s.velocities[o * 2],
                       .vy = s.velocities[o * 2 + 1],
                       .radius = s.radii[o],
                       .mass = s.masses[o]});
    }
    const auto billiards = world->resume(discs);
    for (int t = 0; t < 11; ++t) billiards->advance();
    for (int o = 0; o < 4; ++o) {
      EXPECT_NEAR(billiards->discs()[o].x, s.positions[(11 * 4 + o) * 2], 1e-4) << file;
      EXPECT_NEAR(billiards->discs()[o].y, s.positions[(11 * 4 + o) * 2 + 1], 1e-4) << file;
    }
  }
  EXPECT_EQ(make_preset("flying3shapes28")->resume({}), nullptr);
}

}  // namespace
}  // namespace rnem::worlds
