// One drawing surface for every figure: draw once, save as PNG, SVG or PDF.
//
// Units are points (1/72 inch), origin at the top left, y down. Images keep hard pixel edges.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rnem/figures/image.h"

// cairo's own names, declared here so that its header stays out of ours
// NOLINTBEGIN(bugprone-reserved-identifier)
struct _cairo;
struct _cairo_surface;
// NOLINTEND(bugprone-reserved-identifier)

namespace rnem::figures {

struct Rect {
  double x = 0, y = 0, width = 0, height = 0;
  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

struct Ink {
  Rgb color = kBlack;
  double alpha = 1.0;
};

struct Stroke {
  Ink ink;
  double width = 1.0;
  std::vector<double> dash = {};  // on, off, ... in points; empty is solid
};

enum class Align { kLeft, kCentre, kRight };

struct Font {
  double size = 9.0;
  bool bold = false;
  Ink ink = {};
};

using Point = std::pair<double, double>;  // x, y

class Drawing {
 public:
  Drawing(double width, double height, Ink paper = {kWhite, 1.0});
  double width() const { return width_; }
  double height() const { return height_; }

  void fill(const Rect& rect, Ink ink);
  void outline(const Rect& rect, const Stroke& stroke);
  void disc(double x, double y, double radius, Ink ink);
  void line(Point from, Point to, const Stroke& stroke);
  void polyline(const std::vector<Point>& points, const Stroke& stroke);  // NaN breaks the line
  void polygon(const std::vector<Point>& points, Ink ink);
  // One image pixel is `scale` points wide; (x, y) is the top left corner.
  void image(const Image& image, double x, double y, double scale = 1.0);

  // Baseline at y; UTF-8. Upwards text reads from bottom to top and is centred on (x, y) by Align.
  void text(const std::string& text, double x, double y, const Font& font,
            Align align = Align::kLeft);
  void text_upwards(const std::string& text, double x, double y, const Font& font,
                    Align align = Align::kCentre);
  double text_width(const std::string& text, const Font& font);

  // Everything drawn between belongs to the rectangle only.
  void push_clip(const Rect& rect);
  void pop_clip();

  // `scale` pixels a point.
  Image render(double scale) const;
  // .png (at `scale`), .svg or .pdf by extension; InputError for any other.
  void save(const std::filesystem::path& path, double scale = 1.0) const;

 private:
  struct FreeContext {
    void operator()(_cairo* context) const;
  };
  struct FreeSurface {
    void operator()(_cairo_surface* surface) const;
  };
  void set_ink(Ink ink);
  void set_font(const Font& font);
  void stroke_path(const Stroke& stroke);

  double width_, height_;
  std::unique_ptr<_cairo_surface, FreeSurface> surface_;
  std::unique_ptr<_cairo, FreeContext> context_;
};

// InputError unless Drawing::save() can write there: the kind of figure is known and
// check_writable() finds nothing. For the time before the work.
void check_figure(const std::filesystem::path& path);

// The largest size <= font.size, in steps of half a point, at which the text fits `width`.
Font fitting(Drawing& drawing, const std::string& text, Font font, double width);

}  // namespace rnem::figures
