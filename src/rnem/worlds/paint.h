// Frames in grey or colour: discs with smooth edges in front of a still background.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rnem/rng.h"
#include "rnem/sequence.h"
#include "rnem/worlds/disc.h"

namespace rnem::worlds {

// What may be behind the objects, anew for every sequence:
//   black
//   gradient  grey that changes evenly from one brightness to another, in any direction
//   photo     like a photograph: patches of muted colour of every size (five octaves of smooth
//             noise, half as strong each time), darker and less colourful than the balls
const std::vector<std::string>& background_names();

// Draws the frames of one sequence. Balls have bright, strong colours (hue anywhere, saturation 0.7
// to 1, value 0.8 to 1), or in grey a brightness of 0.75 to 1. A pixel shows as much of a disc as
// the disc covers of it.
class Painter {
 public:
  // Draws the background and the colours from the stream.
  Painter(const Shape& shape, const std::string& background, std::size_t objects, Rng& rng);

  // The next frame: later discs in front of earlier ones. `scale` in pixels per unit.
  void add_frame(const std::vector<Disc>& discs, double scale);

  std::vector<std::uint8_t> take() { return std::move(frames_); }  // [T,H,W,C]

 private:
  void draw_disc(std::vector<float>& frame, double x, double y, double radius,
                 const float* colour) const;

  int height_, width_, channels_;
  std::vector<float> background_;  // [H,W,C] in [0, 1]
  std::vector<float> colours_;     // [objects,C]
  std::vector<std::uint8_t> frames_;
};

}  // namespace rnem::worlds
