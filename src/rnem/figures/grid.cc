#include "rnem/figures/grid.h"

#include <algorithm>
#include <cmath>

#include "rnem/core/error.h"

namespace rnem::figures {
namespace {

constexpr double kGridMargin = 8.0;
constexpr Rgb kMark{0xD5, 0x5E, 0x00};  // vermillion shows on black frames and white paper

double patch_side(double font_size) { return std::round(font_size * 0.9); }

}  // namespace

GridLayout lay_out(const Grid& grid) {
  RNEM_CHECK(!grid.rows.empty(), "a grid has at least one row");
  GridLayout layout;
  std::size_t columns = 0;
  for (const GridRow& row : grid.rows) {
    columns = std::max(columns, row.cells.size());
    for (const Image& cell : row.cells) {
      layout.cell_width = std::max(layout.cell_width, double(cell.width()));
      layout.cell_height = std::max(layout.cell_height, double(cell.height()));
    }
  }
  // 7 points at least when the grid is printed 7 inches wide, but never larger than its cells bear
  const double printed = 0.015 * double(columns) * layout.cell_width;
  layout.font_size = std::round(std::max(printed, 0.1 * layout.cell_height));
  layout.font_size = std::max(11.0, std::min(layout.font_size, 0.3 * layout.cell_height));
  layout.gap = std::max(2.0, std::round(layout.cell_width * 0.03));
  Drawing scratch(1, 1);
  const Font font{layout.font_size};
  for (const GridRow& row : grid.rows) {
    if (row.label.empty()) continue;
    double width = scratch.text_width(row.label, font) + layout.font_size * 0.8;
    if (row.patch) width += patch_side(layout.font_size) + layout.font_size * 0.5;
    layout.label_width = std::max(layout.label_width, std::ceil(width));
  }
  const double heading = std::ceil(layout.font_size * 1.4);
  double y = grid.mark_note.empty() ? 0.0 : heading;
  for (const GridRow& row : grid.rows) {
    if (row.apart && !layout.row_y.empty()) y += std::round(layout.font_size * 0.8);
    if (!row.headings.empty()) y += heading;
    layout.row_y.push_back(y);
    y += layout.cell_height + layout.gap;
  }
  layout.width = layout.cell_x(int(columns)) - layout.gap;
  layout.height = y - layout.gap;
  return layout;
}

void draw_grid(Drawing& drawing, const Grid& grid, const GridLayout& layout, double x, double y) {
  const Font font{layout.font_size};
  for (std::size_t r = 0; r < grid.rows.size(); ++r) {
    const GridRow& row = grid.rows[r];
    const double top = y + layout.row_y[r];
    // label, then its colour patch, both ending where the cells start
    double right = x + layout.label_width - std::round(layout.font_size * 0.6);
    const double middle = top + layout.cell_height / 2;
    if (row.patch) {
      const double side = patch_side(layout.font_size);
      right -= side;
      drawing.fill({std::round(right), std::round(middle - side / 2), side, side}, {*row.patch});
      right -= layout.font_size * 0.4;
    }
    // 0.36 em is half the height of capitals: the text is centred on the row
    drawing.text(row.label, right, middle + layout.font_size * 0.36, font, Align::kRight);
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
      const Image& cell = row.cells[c];
      const double left = x + layout.cell_x(int(c));
      if (c < row.headings.size()) {
        drawing.text(row.headings[c], left + layout.cell_width / 2, top - layout.font_size * 0.4,
                     fitting(drawing, row.headings[c], font, layout.cell_width), Align::kCentre);
      }
      if (cell.width() == 0) continue;
      drawing.image(cell, left + std::floor((layout.cell_width - cell.width()) / 2),
                    top + std::floor((layout.cell_height - cell.height()) / 2));
    }
  }
  if (!grid.mark) return;
  // an even width on a whole coordinate covers whole pixels
  const double line_x = std::round(x + layout.cell_x(*grid.mark) - layout.gap / 2);
  const double note = grid.mark_note.empty() ? 0.0 : layout.font_size * 1.4;
  drawing.line({line_x, y + note * 0.2}, {line_x, y + layout.height},
               {{kMark}, std::max(2.0, 2.0 * std::round(layout.gap * 0.3))});
  drawing.text(grid.mark_note, line_x + layout.font_size * 0.4, y + layout.font_size,
               {layout.font_size, false, {kMark}});
}

Drawing grid_page(const Grid& grid) {
  const GridLayout layout = lay_out(grid);
  Drawing drawing(layout.width + 2 * kGridMargin, layout.height + 2 * kGridMargin);
  draw_grid(drawing, grid, layout, kGridMargin, kGridMargin);
  return drawing;
}

}  // namespace rnem::figures
