#include "rnem/studio/edit.h"

#include <algorithm>
#include <cmath>

namespace rnem::studio {
namespace {

// A round brush along the stroke.
void stroke(const Edit& edit, const worlds::Shape& shape, std::vector<std::uint8_t>& drawing) {
  constexpr double kWidest = 8;
  const double radius = std::clamp(edit.radius, 0.5, kWidest);
  drawing.resize(static_cast<std::size_t>(shape.height) * shape.width);
  const std::uint8_t value = edit.kind == Edit::Kind::kDraw ? 1 : 0;
  for (std::size_t i = 0; i + 1 < edit.points.size(); i += 2) {
    const double x = edit.points[i], y = edit.points[i + 1];
    if (!std::isfinite(x) || !std::isfinite(y)) continue;
    for (int row = 0; row < shape.height; ++row) {
      for (int column = 0; column < shape.width; ++column) {
        if (std::hypot(column + 0.5 - x, row + 0.5 - y) > radius) continue;
        drawing[static_cast<std::size_t>(row) * shape.width + column] = value;
      }
    }
  }
}

}  // namespace

void Hand::apply(const Edit& edit, Scene& scene) {
  switch (edit.kind) {
    case Edit::Kind::kHold:
      if (!scene.place(edit.object, edit.x, edit.y)) return;
      holds = true;
      object = edit.object;
      x = edit.x;
      y = edit.y;
      return;
    case Edit::Kind::kThrow:
      holds = false;
      scene.throw_disc(edit.object, edit.x, edit.y);
      return;
    case Edit::Kind::kChange:
      scene.change(edit.object, edit.radius, edit.mass);
      return;
    case Edit::Kind::kAdd:
      scene.add(edit.x, edit.y, edit.radius, edit.mass);
      return;
    case Edit::Kind::kRemove:
      holds = false;
      scene.remove(edit.object);
      return;
    case Edit::Kind::kDraw:
    case Edit::Kind::kErase:
      stroke(edit, scene.shape(), drawing);
      return;
    case Edit::Kind::kClear:
      drawing.clear();
      return;
  }
}

void Hand::keep_hold(Scene& scene) const {
  if (holds) scene.place(object, x, y);
}

std::vector<std::uint8_t> seen_pixels(const Shown& shown, const Hand& hand) {
  std::vector<std::uint8_t> pixels = shown.pixels;
  for (std::size_t i = 0; i < hand.drawing.size(); ++i) pixels[i] |= hand.drawing[i];
  return pixels;
}

}  // namespace rnem::studio
