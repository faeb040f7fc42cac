#include "rnem/worlds/canvas.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

#include "rnem/core/error.h"

namespace rnem::worlds {

Sequence blank_sequence(const Shape& shape, int frames, int objects) {
  RNEM_CHECK(frames > 0 && objects <= shape.max_objects, "a sequence shows something");
  const std::size_t steps = static_cast<std::size_t>(frames);
  const std::size_t pixels = steps * shape.height * shape.width;
  const std::size_t slots = static_cast<std::size_t>(shape.max_objects);
  constexpr float kAbsent = std::numeric_limits<float>::quiet_NaN();
  Sequence sequence;
  sequence.frames = frames;
  sequence.objects = objects;
  sequence.features.assign(pixels, 0);
  sequence.groups.assign(pixels, 0);
  sequence.collisions.assign(pixels, 0);
  sequence.events.assign(steps, 0);
  sequence.positions.assign(steps * slots * 2, kAbsent);
  sequence.velocities.assign(steps * slots * 2, kAbsent);
  sequence.radii.assign(slots, kAbsent);
  sequence.masses.assign(slots, kAbsent);
  return sequence;
}

Canvas::Canvas(Sequence& sequence, const Shape& shape, int frame)
    : height_(shape.height), width_(shape.width) {
  const std::size_t offset = static_cast<std::size_t>(frame) * height_ * width_;
  features_ = sequence.features.data() + offset;
  groups_ = sequence.groups.data() + offset;
  collisions_ = sequence.collisions.data() + offset;
}

void Canvas::paint(int pixel, int id) {
  groups_[pixel] = features_[pixel] != 0 ? 0 : static_cast<std::uint8_t>(id);
  features_[pixel] = 1;
}

template <typename Visit>
void Canvas::cover(double x, double y, double radius, const Visit& visit) const {
  // rows whose centre line row + 0.5 cuts the disc, and on each the columns inside the chord
  const int top = std::max(0, static_cast<int>(std::ceil(y - radius - 0.5)));
  const int bottom = std::min(height_ - 1, static_cast<int>(std::floor(y + radius - 0.5)));
  for (int row = top; row <= bottom; ++row) {
    const double dy = row + 0.5 - y;
    const double half = std::sqrt(std::max(0.0, radius * radius - dy * dy));
    const int left = std::max(0, static_cast<int>(std::ceil(x - half - 0.5)));
    const int right = std::min(width_ - 1, static_cast<int>(std::floor(x + half - 0.5)));
    for (int column = left; column <= right; ++column) visit(row * width_ + column);
  }
}

void Canvas::disc(double x, double y, double radius, int id, bool collides) {
  cover(x, y, radius, [&](int pixel) {
    paint(pixel, id);
    if (collides) collisions_[pixel] = 1;
  });
}

void Canvas::fading_disc(double x, double y, double radius, int id, bool collides,
                         std::span<const double> order, double share) {
  cover(x, y, radius, [&](int pixel) {
    if (order[static_cast<std::size_t>(pixel)] >= share) return;
    paint(pixel, id);
    if (collides) collisions_[pixel] = 1;
  });
}

void Canvas::stencil(const Stencil& stencil, int row, int column, int id) {
  for (int i = 0; i < stencil.height(); ++i) {
    const int start = (row + i) * width_ + column;
    for (int pixel = start + stencil.rows[i].begin; pixel < start + stencil.rows[i].end; ++pixel) {
      paint(pixel, id);
    }
  }
}

void Canvas::hide(int row, int column, int side) {
  for (std::uint8_t* plane : {features_, groups_, collisions_}) {
    for (int i = row; i < row + side; ++i) {
      std::memset(plane + i * width_ + column, 0, static_cast<std::size_t>(side));
    }
  }
}

}  // namespace rnem::worlds
