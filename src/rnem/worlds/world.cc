#include "rnem/world.h"

#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <array>
#include <optional>
#include <utility>
#include <variant>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/nearest.h"
#include "rnem/worlds/balls.h"
#include "rnem/worlds/billiards.h"
#include "rnem/worlds/invaders_world.h"
#include "rnem/worlds/shapes.h"

namespace rnem::worlds {
namespace {

using Definition = std::variant<BallsDef, ShapesDef, FlyingDef, InvadersDef>;
// in variant order
constexpr std::array<const char*, 4> kKinds = {"balls", "shapes", "flying", "invaders"};

struct Preset {
  const char *name, *about;
  Definition definition;
};

// The names of the paper's datasets promise its physics.
BallsDef balls4() {
  BallsDef def;
  def.physics = "published";
  return def;
}

BallsDef balls678() {
  BallsDef def = balls4();
  def.counts = {6, 7, 8};
  return def;
}

BallsDef balls3_curtain() {
  BallsDef def = balls4();
  def.counts = {3};
  def.side = 10.0;
  def.radii = {1.2};
  def.masses = {1.0};
  def.probabilities = {1.0};
  def.curtain = 28;
  return def;
}

// Of the paper's physics, in colour.
BallsDef balls4_color(const char* background) {
  BallsDef def = balls4();
  def.pixels = "rgb";
  def.backgrounds = {background};
  return def;
}

FlyingDef flying(std::int64_t count) {
  FlyingDef def;
  def.counts = {count};
  return def;
}

std::vector<Preset> presets() {
  return {
      {"balls4mass64", "four balls of two sizes and masses that bounce", balls4()},
      {"balls678mass64", "the same with six to eight balls", balls678()},
      {"balls3curtain64", "three balls and a square that hides what is behind it",
       balls3_curtain()},
      {"balls4color64", "four balls in colours of their own", balls4_color("black")},
      {"balls4photo64", "the same in front of something like a photograph", balls4_color("photo")},
      {"balls4gradient64", "the same in front of a grey gradient", balls4_color("gradient")},
      {"shapes28", "still pictures of squares and triangles", ShapesDef{}},
      {"flying3shapes28", "three shapes that fly through each other", flying(3)},
      {"flying4shapes28", "four of them", flying(4)},
      {"flying5shapes28", "five of them", flying(5)},
      {"invaders84", "a game with actions: a fleet, a ship and shots", InvadersDef{}},
  };
}

// `where` says who asked for the name, empty when the command line did.
Preset find_preset(std::string_view name, std::string_view where) {
  for (auto& preset : presets()) {
    if (name == preset.name) return std::move(preset);
  }
  fail_input("{}unknown world '{}'{}", where, name, suggestion(name, preset_names()));
}

Definition blank_definition(const std::string& kind) {
  if (kind == "shapes") return ShapesDef{};
  if (kind == "flying") return FlyingDef{};
  if (kind == "invaders") return InvadersDef{};
  return BallsDef{};
}

// The string at a top-level key, if there is one; wrong types are left to read_toml().
std::optional<std::string> peek(std::string_view text, std::string_view source, const char* key) {
  try {
    return toml::parse(text)[key].value<std::string>();
  } catch (const toml::parse_error&) {
    read_toml(text, source, {});  // reports the line
    throw;
  }
}

}  // namespace

// NOLINTNEXTLINE(performance-unnecessary-value-param): worlds that have physics keep them
std::unique_ptr<Billiards> World::resume(std::vector<Disc> /*discs*/) const { return nullptr; }

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const auto& preset : presets()) names.emplace_back(preset.name);
  return names;
}

std::unique_ptr<World> make_preset(std::string_view name) {
  return std::visit([&](const auto& def) { return make_world(def, name); },
                    find_preset(name, "").definition);
}

std::string preset_about(std::string_view name) { return find_preset(name, "").about; }

std::unique_ptr<World> world_from_toml(std::string_view text, std::string_view source) {
  auto preset = peek(text, source, "preset"), kind = peek(text, source, "kind");
  if (!preset && !kind) {
    fail_input("{}: kind: expected one of {}, or a preset", source, fmt::join(kKinds, ", "));
  }
  Definition definition = preset
                              ? find_preset(*preset, fmt::format("{}: preset: ", source)).definition
                              : blank_definition(*kind);
  // the preset has decided the kind; a file that names both must agree
  std::vector<std::string> kinds(kKinds.begin(), kKinds.end());
  if (preset) kinds = {kKinds[definition.index()]};
  return std::visit(
      [&](auto& def) {
        std::string preset_place, kind_place;
        OptionTable table = def.options();
        table.push_back({"preset", &preset_place, "the named world to start from"});
        table.push_back({"kind", &kind_place, "what the world is made of", -Option::kNone,
                         Option::kNone, kinds});
        read_toml(text, source, table);
        return make_world(def, source);
      },
      definition);
}

std::unique_ptr<World> open_world(const std::string& name_or_path) {
  if (!name_or_path.ends_with(".toml")) return make_preset(name_or_path);
  return world_from_toml(read_file(name_or_path), name_or_path);
}

}  // namespace rnem::worlds
