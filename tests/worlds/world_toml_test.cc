// Worlds from TOML: what overrides what, and one clear line for everything that is wrong.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "error_of.h"
#include "places.h"
#include "rnem/core/atomic_file.h"
#include "rnem/world.h"
#include "rnem/worlds/balls.h"
#include "rnem/worlds/shapes.h"

namespace rnem::worlds {
namespace {

std::string complaint(const std::string& text) {
  return rnem::testing::error_of([&] { world_from_toml(text, "my.toml"); });
}

TEST(WorldFromToml, StartsFromAPresetAndOverridesKeys) {
  const auto world = world_from_toml("preset = \"balls3curtain64\"\ncounts = [2, 5]\n", "my.toml");
  EXPECT_EQ(world->shape().max_objects, 5);
  EXPECT_EQ(world->shape().pixels_per_unit, 6.4);
  EXPECT_EQ(world->make(Rng(1, "x"), 2).curtain.size(), 4u);
}

TEST(WorldFromToml, AKindAloneHasThatKindsDefaults) {
  EXPECT_EQ(world_from_toml("kind = \"balls\"\nphysics = \"published\"", "a")->to_toml(),
            make_preset("balls4mass64")->to_toml());
  EXPECT_EQ(world_from_toml("kind = \"shapes\"", "a")->to_toml(),
            make_preset("shapes28")->to_toml());
  EXPECT_EQ(world_from_toml("kind = \"flying\"", "a")->to_toml(),
            make_preset("flying3shapes28")->to_toml());
  EXPECT_EQ(world_from_toml("kind = \"invaders\"", "a")->to_toml(),
            make_preset("invaders84")->to_toml());
}

TEST(WorldFromToml, BallsAreExactUnlessAPresetOrAKeySaysOtherwise) {
  const auto physics = [](const std::string& text) {
    const std::string toml = world_from_toml(text, "my.toml")->to_toml();
    const std::size_t begin = toml.find("physics = ");
    return toml.substr(begin, toml.find('\n', begin) - begin);
  };
  EXPECT_EQ(physics("kind = \"balls\""), "physics = \"exact\"");
  EXPECT_EQ(physics("kind = \"balls\"\nphysics = \"published\""), "physics = \"published\"");
  for (const std::string name : {"balls4mass64", "balls678mass64", "balls3curtain64"}) {
    const std::string preset = "preset = \"" + name + "\"\n";
    EXPECT_EQ(physics(preset + "speed_norm = 1.0"), "physics = \"published\"");
    EXPECT_EQ(physics(preset + "physics = \"exact\""), "physics = \"exact\"");
  }
}

TEST(WorldFromToml, APresetMayRepeatItsKind) {
  EXPECT_EQ(world_from_toml("kind = \"flying\"\npreset = \"flying4shapes28\"", "a")->to_toml(),
            make_preset("flying4shapes28")->to_toml());
}

TEST(WorldFromToml, SaysInOneLineWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "my.toml: kind: expected one of balls, shapes, flying, invaders, or a preset"},
      {"kind = \"bals\"",
       "my.toml: kind: expected one of balls, shapes, flying, invaders, got 'bals' (did you mean "
       "'balls'?)"},
      {"preset = \"balls3curtain\"",
       "my.toml: preset: unknown world 'balls3curtain' (did you mean 'balls3curtain64'?)"},
      {"preset = \"shapes28\"\nkind = \"balls\"",
       "my.toml: kind: expected one of shapes, got 'balls'"},
      {"kind = \"balls\"\nradius = [1.0]", "my.toml: unknown key 'radius' (did you mean 'radii'?)"},
      {"kind = \"shapes\"\nspeed_min = 1.0",
       "my.toml: unknown key 'speed_min' (known: counts, "
       "square, triangle, frame_size, preset, kind)"},
      {"kind = \"balls\"\nmasses = [1.0, 2.0, 3.0]",
       "my.toml: masses: expected one for each of the 2 radii, got 3"},
      {"kind = \"balls\"\nprobabilities = [1.0]",
       "my.toml: probabilities: expected one for each of the 2 radii, got 1"},
      {"kind = \"balls\"\nprobabilities = [0.5, 0.6]",
       "my.toml: probabilities: expected a sum of 1, got 1.1"},
      {"kind = \"balls\"\ncounts = []", "my.toml: counts: expected at least one number of balls"},
      {"kind = \"balls\"\ncounts = [0]", "my.toml: counts: expected a number from 1 to 255, got 0"},
      {"kind = \"balls\"\ncounts = 4", "my.toml: counts: expected a list in [ ]"},
      {"kind = \"balls\"\ncounts = [60]",
       "my.toml: counts: 60 balls of these radii do not fit into a box of side 15"},
      {"kind = \"balls\"\nside = 2.5",
       "my.toml: radii: expected less than half of the box side 2.5, got 1.5"},
      {"kind = \"balls\"\ncurtain = 65",
       "my.toml: curtain: expected at most the frame_size 64, got 65"},
      {"kind = \"balls\"\nspeed_norm = nan",
       "my.toml: speed_norm: expected a number from 0 to 100, got nan"},
      {"kind = \"balls\"\nphysics = \"exakt\"",
       "my.toml: physics: expected one of exact, published, got 'exakt' (did you mean 'exact'?)"},
      {"kind = \"shapes\"\ntriangle = 12",
       "my.toml: triangle: expected an odd number of pixels, got 12"},
      {"kind = \"shapes\"\nsquare = 29",
       "my.toml: square: expected at most the frame_size 28, got 29"},
      {"kind = \"flying\"\nspeed_max = 0.1",
       "my.toml: speed_max: expected at least the speed_min 0.5, got 0.1"},
      {"kind = \"invaders\"\ncolumns = 7",
       "my.toml: columns: expected a number from 1 to 6, got 7"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(complaint(text), expected) << text;
}

TEST(WorldFromToml, NamesTheLineOfASyntaxError) {
  const std::string what = complaint("kind = \"balls\"\ncounts = [4");
  EXPECT_TRUE(what.starts_with("my.toml: line 2:")) << what;
  EXPECT_EQ(what.find('\n'), std::string::npos);
}

TEST(OpenWorld, TakesAPresetNameOrAPath) {
  EXPECT_EQ(open_world("shapes28")->to_toml(), make_preset("shapes28")->to_toml());
  EXPECT_THROW(open_world("no-such-folder/world.toml"), InputError);
}

TEST(OpenWorld, OpensEveryExample) {
  int examples = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(rnem::testing::in_source("configs/worlds"))) {
    const auto world = open_world(entry.path().string());
    const Sequence sequence = world->make(Rng(1, "example"), 3);
    EXPECT_EQ(sequence.frames, 3) << entry.path();
    ++examples;
  }
  EXPECT_GT(examples, 1);
}

TEST(WorldsPage, ExplainsEveryPresetAndEveryKey) {
  const std::string page = read_file(rnem::testing::in_source("docs/worlds.md"));
  EXPECT_NE(page.find(read_file(rnem::testing::in_source("configs/worlds/billiards.toml"))),
            page.npos);
  for (const auto& name : preset_names()) EXPECT_NE(page.find("`" + name + "`"), page.npos) << name;
  BallsDef balls;
  FlyingDef flying;
  for (const OptionTable& table : {balls.options(), flying.options()}) {
    for (const auto& option : table) {
      EXPECT_NE(page.find("`" + option.key + "`"), page.npos) << option.key;
    }
  }
}

}  // namespace
}  // namespace rnem::worlds
