// The frame that all charts share: axes, ticks, grid lines, titles, legend, panels side by side.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "rnem/figures/drawing.h"
#include "rnem/figures/ticks.h"

namespace rnem::figures {

struct Axis {
  static constexpr double kAuto = std::numeric_limits<double>::quiet_NaN();
  std::string label = {};
  bool log = false;
  double low = kAuto, high = kAuto;          // in place of what the data asks for
  std::vector<std::string> categories = {};  // names at 0, 1, ...; then there are no numbers
};

// The range of an axis for data within `data` (low > high when there is none): 0 joins when it is
// near, ends are moved to whole ticks on demand, and a single value gets room on both sides.
Range axis_range(const Axis& axis, Range data, bool whole_ticks);

// The smallest range with all finite values, positive ones only for a logarithmic axis.
void extend(Range& range, double value, bool log);
inline constexpr Range kNoData{std::numeric_limits<double>::infinity(),
                               -std::numeric_limits<double>::infinity()};

// Draws itself when made; then maps data to the page. All sizes follow the font's.
class Axes {
 public:
  Axes(Drawing& drawing, const Rect& outer, double font_size, const std::string& title,
       const Axis& x_axis, Range x_range, const Axis& y_axis, Range y_range);

  const Rect& plot() const { return plot_; }
  double x(double value) const;
  double y(double value) const;  // NaN when a logarithmic axis cannot show it

 private:
  void draw_ticks_y(Drawing& drawing, const Ticks& ticks, double font_size) const;
  void draw_ticks_x(Drawing& drawing, const Ticks& ticks, double font_size, bool categories) const;

  Rect plot_;
  Range x_range_, y_range_;
  bool x_log_, y_log_;
};

struct LegendEntry {
  enum Sample { kLine, kMarkedLine, kBox };
  std::string name;
  int style = 0;  // marker.h
  Sample sample = kLine;
};

// Entries in rows from the top of `place`, each row centred within its width; returns the height.
// A single line needs no legend and gets none.
double draw_legend(Drawing& drawing, const std::vector<LegendEntry>& entries, const Rect& place,
                   double font_size);

struct ChartSize {
  double width = 504.0;   // points; 7 inches is a page's text width
  double height = 190.0;  // points, legend included
  double font_size = 9.0;
};

// A page with a legend on top and `panels` rectangles of equal width below, each handed to `panel`.
Drawing chart_page(int panels, const std::vector<LegendEntry>& entries, const ChartSize& size,
                   const std::function<void(Drawing&, int, const Rect&)>& panel);

}  // namespace rnem::figures
