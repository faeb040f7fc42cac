#include "rnem/figures/marker.h"

#include <cmath>
#include <vector>

#include "rnem/figures/palette.h"

namespace rnem::figures {

Stroke series_stroke(int style, double font_size, bool thin) {
  static const std::vector<std::vector<double>> kDashes = {{}, {0.6, 0.3}, {0.18, 0.25}};
  std::vector<double> dash = kDashes[std::size_t(style / kLineColors) % kDashes.size()];
  for (double& length : dash) length *= font_size;
  return {{line_color(style)}, (thin ? 0.1 : 0.17) * font_size, dash};
}

void draw_marker(Drawing& drawing, Point at, int style, double font_size) {
  const auto [x, y] = at;
  if (!std::isfinite(x) || !std::isfinite(y)) return;
  const Ink ink{line_color(style)};
  const double r = 0.27 * font_size;
  switch (style % 4) {
    case 0:
      return drawing.disc(x, y, r, ink);
    case 1:
      return drawing.fill({x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r}, ink);
    case 2:
      return drawing.polygon(
          {{x, y - 1.2 * r}, {x + 1.1 * r, y + 0.8 * r}, {x - 1.1 * r, y + 0.8 * r}}, ink);
    default:
      return drawing.polygon(
          {{x, y - 1.3 * r}, {x + 1.3 * r, y}, {x, y + 1.3 * r}, {x - 1.3 * r, y}}, ink);
  }
}

}  // namespace rnem::figures
