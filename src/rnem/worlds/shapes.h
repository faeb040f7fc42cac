// Squares and triangles that ignore each other: on a still image, or flying across the frame.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "rnem/core/options.h"
#include "rnem/world.h"

namespace rnem::worlds {

// Still images, repeated for every frame. Every shape is a square, a triangle that points up or one
// that points down, equally likely, at a uniform place inside the frame; shapes may overlap.
struct ShapesDef {
  std::vector<std::int64_t> counts = {3};  // number of shapes, each entry equally likely
  std::int64_t square = 10;                // side of the squares, pixels
  std::int64_t triangle = 13;    // base of the triangles, odd, pixels; height is (base + 1) / 2
  std::int64_t frame_size = 28;  // side of the picture, pixels

  OptionTable options();
};

// The same shapes, each with a constant speed in a random direction, mirrored at the border.
struct FlyingDef : ShapesDef {
  double speed_min = 0.5;  // pixels per frame; a shape's speed is uniform between the two
  double speed_max = 1.5;  // pixels per frame

  OptionTable options();
};

// InputError with `source` in front when no sequence can be made from the definition.
std::unique_ptr<World> make_world(const ShapesDef& def, std::string_view source);
std::unique_ptr<World> make_world(const FlyingDef& def, std::string_view source);

}  // namespace rnem::worlds
