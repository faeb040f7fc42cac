// A world makes sequences; which one depends on the random stream and nothing else.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rnem/rng.h"
#include "rnem/sequence.h"

namespace rnem::worlds {

class Billiards;  // worlds/billiards.h
struct Disc;      // worlds/disc.h

class World {
 public:
  virtual ~World() = default;

  virtual Shape shape() const = 0;

  // A fresh sequence of `frames` frames. Safe to call from several threads at once.
  virtual Sequence make(Rng rng, int frames) const = 0;

  // Its physics from a given state on, for worlds whose objects are discs in a box; nullptr
  // otherwise. Positions as in Sequence. The discs may overlap a little.
  virtual std::unique_ptr<Billiards> resume(std::vector<Disc> discs) const;

  // The box in which discs stay: [low, high]² in the units of Sequence::positions. Only with
  // resume().
  struct Box {
    double low = 0, high = 0;
  };
  virtual Box box() const { return {}; }

  // The TOML that world_from_toml() turns back into this world.
  virtual std::string to_toml() const = 0;
};

// Named worlds: balls4mass64, balls678mass64, balls3curtain64, shapes28, flying3shapes28,
// invaders84, ...
std::vector<std::string> preset_names();
std::string preset_about(std::string_view name);            // what is in it, in a few words
std::unique_ptr<World> make_preset(std::string_view name);  // InputError with the nearest name

// `kind = "balls" | "shapes" | "flying" | "invaders"` and that kind's parameters; `preset =
// "balls4mass64"` starts from a named world instead.
std::unique_ptr<World> world_from_toml(std::string_view text, std::string_view source);

// A preset name or a path to a TOML file (anything that ends in .toml).
std::unique_ptr<World> open_world(const std::string& name_or_path);

}  // namespace rnem::worlds

namespace rnem {
using worlds::open_world;
using worlds::World;
}  // namespace rnem
