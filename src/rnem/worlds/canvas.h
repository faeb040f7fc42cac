// Draws objects into the frames of a sequence.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rnem/sequence.h"

namespace rnem::worlds {

// A small binary picture, row-major; every row is one run of on-pixels.
struct Stencil {
  struct Run {
    int begin = 0, end = 0;  // columns, half-open
  };
  int width = 0;  // pixels
  std::vector<Run> rows;
  int height() const { return static_cast<int>(rows.size()); }
};

// A sequence of black frames with truth arrays full of NaN; no curtain.
Sequence blank_sequence(const Shape& shape, int frames, int objects);

// One frame of a sequence as a drawing area. Pixel (row, column) covers the unit square from
// (column, row) to (column + 1, row + 1); it is on when its centre is inside an object. Where
// objects overlap the group is 0.
class Canvas {
 public:
  Canvas(Sequence& sequence, const Shape& shape, int frame);

  // Object `id` as a disc; `collides` also marks its pixels in the collision mask. Pixels.
  void disc(double x, double y, double radius, int id, bool collides);

  // The same for a disc that is only partly there: the pixels whose order [H,W], in [0, 1), is
  // below `share`.
  void fading_disc(double x, double y, double radius, int id, bool collides,
                   std::span<const double> order, double share);

  // Object `id` as a stencil with its top left pixel at (row, column), inside the frame.
  void stencil(const Stencil& stencil, int row, int column, int id);

  // Turns off everything in a square with its top left pixel at (row, column), inside the frame.
  void hide(int row, int column, int side);

 private:
  void paint(int pixel, int id);
  // Calls visit(pixel) for every pixel inside a disc.
  template <typename Visit>
  void cover(double x, double y, double radius, const Visit& visit) const;

  int height_, width_;
  std::uint8_t* features_;
  std::uint8_t* groups_;
  std::uint8_t* collisions_;
};

}  // namespace rnem::worlds
