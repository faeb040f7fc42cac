// One clip of a world: what is seen, and the truth behind it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rnem::worlds {

// What all sequences of a world have in common.
struct Shape {
  int height = 64;               // pixels
  int width = 64;                // pixels
  int max_objects = 0;           // object ids are 1 .. max_objects; 0 when objects are not known
  int actions = 0;               // one-hot width; 0 when nobody acts
  int channels = 1;              // numbers a pixel: 1, or 3 for red, green and blue
  int levels = 1;                // the largest of them: 1 for zeros and ones, 255 for bytes
  double pixels_per_unit = 1.0;  // scale of positions, velocities and radii
};

// Row-major arrays; T frames, H×W pixels, O = max_objects. Optional ones are empty when absent.
struct Sequence {
  int frames = 0;                      // T
  int objects = 0;                     // present in this sequence, <= O; their ids are 1 .. objects
  std::vector<std::uint8_t> features;  // [T,H,W,C] in 0 .. levels, C = channels
  std::vector<std::uint8_t> groups;    // [T,H,W] 0 background and overlap, else object id
  std::vector<std::uint8_t> collisions;  // [T,H,W] 1 on objects that collide in the step from t
  std::vector<std::uint8_t> events;      // [T] 1 when any two objects collide in the step from t
  std::vector<std::uint8_t> actions;     // [T,A] one-hot
  // truth beyond the published layout, in world units; NaN for ids that are not present
  std::vector<float> positions;   // [T,O,2] centre (x, y)
  std::vector<float> velocities;  // [T,O,2] units per frame
  std::vector<float> radii;       // [O]
  std::vector<float> masses;      // [O]
  std::vector<float> curtain;     // [4] x0, y0, x1, y1 in pixels (half-open)
};

}  // namespace rnem::worlds

namespace rnem {
using worlds::Sequence;
using worlds::Shape;
}  // namespace rnem
