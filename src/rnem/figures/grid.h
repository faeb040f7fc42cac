// Rows of pictures with labels: the layout that sheets and strips share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rnem/figures/drawing.h"
#include "rnem/figures/image.h"

namespace rnem::figures {

struct GridRow {
  std::string label = {};                  // left of the row; may be empty
  std::optional<Rgb> patch = {};           // a colour sample after the label
  std::vector<std::string> headings = {};  // above the cells; empty for none
  std::vector<Image> cells = {};           // an image without pixels leaves its place blank
  bool apart = false;                      // starts a new block: more space above
};

struct Grid {
  std::vector<GridRow> rows;
  std::optional<int> mark = {};  // a vertical line before this column
  std::string mark_note = {};    // written above the line
};

// All cells get the size of the largest; sizes in points, one image pixel is one point.
struct GridLayout {
  double label_width = 0, cell_width = 0, cell_height = 0, gap = 0, font_size = 0;
  double width = 0, height = 0;    // of everything
  std::vector<double> row_y = {};  // top of each row's cells
  double cell_x(int column) const { return label_width + column * (cell_width + gap); }
};

GridLayout lay_out(const Grid& grid);
// Top left corner at (x, y).
void draw_grid(Drawing& drawing, const Grid& grid, const GridLayout& layout, double x, double y);
// The grid alone on a page with a margin.
Drawing grid_page(const Grid& grid);

}  // namespace rnem::figures
