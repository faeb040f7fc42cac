// The looks of a series: colour, dash and marker, by number.
#pragma once

#include "rnem/figures/drawing.h"

namespace rnem::figures {

// line_color(style), dashed from the second round of colours on; a thin line for dense data.
Stroke series_stroke(int style, double font_size, bool thin = false);

// Disc, square, triangle or diamond in the series' colour: shapes that print in grey. Nothing for a
// point that is not finite.
void draw_marker(Drawing& drawing, Point at, int style, double font_size);

}  // namespace rnem::figures
