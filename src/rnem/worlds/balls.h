// Bouncing balls: elastic discs of given radii and masses in a box without friction.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rnem/core/options.h"
#include "rnem/world.h"
#include "rnem/worlds/billiards.h"

namespace rnem::worlds {

// The balls that a world draws its sequences from. The defaults are balls4mass64 with exact
// physics.
struct BallsDef {
  std::vector<std::int64_t> counts = {4};          // number of balls, each entry equally likely
  double side = 15.0;                              // of the square box, units
  std::vector<double> radii = {1.2, 1.5};          // of the kinds of ball, units
  std::vector<double> masses = {1.0, 6.0};         // of the same kinds
  std::vector<double> probabilities = {0.5, 0.5};  // of the same kinds, for every ball anew
  std::string physics = "exact";  // or "published", the stepped motion of the paper's datasets
  double speed_norm = 0.5;        // root of the summed squared start speeds, units per frame
  std::int64_t curtain = 0;      // side of the square that hides what is behind it, pixels; 0: none
  std::int64_t frame_size = 64;  // side of the picture, which shows a square of `side`, pixels
  double margin = 0;             // how far the box goes on beyond every side of the picture, units:
                                 // balls leave it and come in again
  bool touching = false;         // the first two balls touch in the first frame
  std::int64_t fade_in = 0;      // frames in which the last ball appears, its pixels one by one; 0:
                                 // it is there from the start
  std::int64_t fade_from = 10;   // the frame that shows the first of those pixels
  // binary: balls are on; grey and rgb: bytes, every ball in a brightness or colour of its own,
  // with smooth edges (paint.h)
  std::string pixels = "binary";
  std::vector<std::string> backgrounds = {"black"};  // behind them, each equally likely

  OptionTable options();
};

// InputError with `source` in front when no sequence can be made from the definition.
std::unique_ptr<World> make_world(const BallsDef& def, std::string_view source);

}  // namespace rnem::worlds
