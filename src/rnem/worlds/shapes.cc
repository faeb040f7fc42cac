#include "rnem/worlds/shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/worlds/canvas.h"

namespace rnem::worlds {
namespace {

// One axis of a flying shape: its low edge bounces between 0 and `room`.
struct Glide {
  double position = 0;  // pixels
  double velocity = 0;  // pixels per frame
  double room = 0;      // pixels

  void advance() {
    position += velocity;
    // a fast shape may cross the frame more than once
    while (position < 0 || position > room) {
      position = position < 0 ? -position : 2 * room - position;
      velocity = -velocity;
    }
  }
};

struct Flyer {
  const Stencil* stencil = nullptr;
  Glide x, y;
};

Stencil square_stencil(int side) {
  return {side, std::vector<Stencil::Run>(static_cast<std::size_t>(side), {0, side})};
}

// Rows of 1, 3, 5, ... base pixels, from the tip down.
Stencil triangle_stencil(int base, bool points_up) {
  Stencil stencil{base, {}};
  for (int half = 0; half <= base / 2; ++half) {
    stencil.rows.push_back({base / 2 - half, base / 2 + half + 1});
  }
  if (!points_up) std::reverse(stencil.rows.begin(), stencil.rows.end());
  return stencil;
}

class ShapesWorld final : public World {
 public:
  ShapesWorld(FlyingDef def, bool flies, std::string_view source);

  Shape shape() const override;
  Sequence make(Rng rng, int frames) const override;
  std::string to_toml() const override;

 private:
  Flyer draw_flyer(Rng& rng) const;

  FlyingDef def_;
  bool flies_;
  std::array<Stencil, 3> stencils_;
};

ShapesWorld::ShapesWorld(FlyingDef def, bool flies, std::string_view source)
    : def_(std::move(def)),
      flies_(flies),
      stencils_{square_stencil(static_cast<int>(def_.square)),
                triangle_stencil(static_cast<int>(def_.triangle), true),
                triangle_stencil(static_cast<int>(def_.triangle), false)} {
  if (def_.counts.empty()) fail_input("{}: counts: expected at least one number of shapes", source);
  if (def_.triangle % 2 == 0) {
    fail_input("{}: triangle: expected an odd number of pixels, got {}", source, def_.triangle);
  }
  for (const auto& [key, size] : {std::pair{"square", def_.square}, {"triangle", def_.triangle}}) {
    if (size > def_.frame_size) {
      fail_input("{}: {}: expected at most the frame_size {}, got {}", source, key, def_.frame_size,
                 size);
    }
  }
  if (def_.speed_max < def_.speed_min) {
    fail_input("{}: speed_max: expected at least the speed_min {}, got {}", source, def_.speed_min,
               def_.speed_max);
  }
}

Shape ShapesWorld::shape() const {
  Shape shape;
  shape.height = shape.width = static_cast<int>(def_.frame_size);
  shape.max_objects = static_cast<int>(*std::max_element(def_.counts.begin(), def_.counts.end()));
  return shape;
}

Flyer ShapesWorld::draw_flyer(Rng& rng) const {
  Flyer flyer;
  flyer.stencil = &stencils_[rng.below(stencils_.size())];
  flyer.x.room = static_cast<double>(def_.frame_size - flyer.stencil->width);
  flyer.y.room = static_cast<double>(def_.frame_size - flyer.stencil->height());
  if (!flies_) {
    // whole pixels, each equally likely
    flyer.x.position = static_cast<double>(rng.below(static_cast<std::uint64_t>(flyer.x.room) + 1));
    flyer.y.position = static_cast<double>(rng.below(static_cast<std::uint64_t>(flyer.y.room) + 1));
    return flyer;
  }
  flyer.x.position = rng.uniform(0, flyer.x.room);
  flyer.y.position = rng.uniform(0, flyer.y.room);
  const double speed = rng.uniform(def_.speed_min, def_.speed_max);
  const double angle = rng.uniform(0, 2 * std::numbers::pi);
  // a shape as wide as the frame has no room to move in
  flyer.x.velocity = flyer.x.room > 0 ? speed * std::cos(angle) : 0.0;
  flyer.y.velocity = flyer.y.room > 0 ? speed * std::sin(angle) : 0.0;
  return flyer;
}

Sequence ShapesWorld::make(Rng rng, int frames) const {
  const Shape world = shape();
  const auto count = static_cast<std::size_t>(def_.counts[rng.below(def_.counts.size())]);
  std::vector<Flyer> flyers(count);
  Sequence sequence = blank_sequence(world, frames, static_cast<int>(count));
  for (std::size_t i = 0; i < count; ++i) {
    flyers[i] = draw_flyer(rng);
    sequence.radii[i] = static_cast<float>(flyers[i].stencil->width) / 2;
    sequence.masses[i] = 1;
  }
  for (int t = 0; t < frames; ++t) {
    Canvas canvas(sequence, world, t);
    for (std::size_t i = 0; i < count; ++i) {
      auto& [stencil, x, y] = flyers[i];
      canvas.stencil(*stencil, static_cast<int>(std::lround(y.position)),
                     static_cast<int>(std::lround(x.position)), static_cast<int>(i) + 1);
      const std::size_t slot = (static_cast<std::size_t>(t) * world.max_objects + i) * 2;
      sequence.positions[slot] = static_cast<float>(x.position + 0.5 * stencil->width);
      sequence.positions[slot + 1] = static_cast<float>(y.position + 0.5 * stencil->height());
      sequence.velocities[slot] = static_cast<float>(x.velocity);
      sequence.velocities[slot + 1] = static_cast<float>(y.velocity);
      x.advance();
      y.advance();
    }
  }
  return sequence;
}

std::string ShapesWorld::to_toml() const {
  FlyingDef def = def_;
  if (flies_) return "kind = \"flying\"\n" + write_toml(def.options());
  return "kind = \"shapes\"\n" + write_toml(def.ShapesDef::options());
}

}  // namespace

OptionTable ShapesDef::options() {
  return {
      {"counts", &counts, "numbers of shapes, each equally likely", 1, 255},
      {"square", &square, "side of the squares, pixels", 1, 1024},
      {"triangle", &triangle, "base of the triangles, an odd number of pixels", 1, 1024},
      {"frame_size", &frame_size, "side of the picture, pixels", 4, 1024},
  };
}

OptionTable FlyingDef::options() {
  OptionTable table = ShapesDef::options();
  table.push_back({"speed_min", &speed_min, "least speed of a shape, pixels per frame", 0, 1e3});
  table.push_back({"speed_max", &speed_max, "greatest speed of a shape, pixels per frame", 0, 1e3});
  return table;
}

std::unique_ptr<World> make_world(const ShapesDef& def, std::string_view source) {
  FlyingDef still;
  static_cast<ShapesDef&>(still) = def;
  return std::make_unique<ShapesWorld>(still, false, source);
}

std::unique_ptr<World> make_world(const FlyingDef& def, std::string_view source) {
  return std::make_unique<ShapesWorld>(def, true, source);
}

}  // namespace rnem::worlds
