#include "rnem/figures/drawing.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#include <cmath>
#include <numbers>
#include <string>

#include "rnem/core/atomic_file.h"
#include "rnem/core/error.h"
#include "rnem/core/writable.h"
#include "rnem/figures/png.h"

namespace rnem::figures {
namespace {

// Debian's default family, and wide enough in Unicode for Greek letters and subscripts
constexpr const char* kFamily = "DejaVu Sans";

void check(cairo_status_t status, const char* what) {
  if (status != CAIRO_STATUS_SUCCESS) fail("{}: {}", what, cairo_status_to_string(status));
}

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int size) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), size);
  return CAIRO_STATUS_SUCCESS;
}

// text keeps its width at every output scale only when nothing is snapped to a pixel grid
void use_exact_metrics(cairo_t* context) {
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(context, options);
  cairo_font_options_destroy(options);
}

void check_kind(const std::filesystem::path& path) {
  const std::string extension = path.extension().string();
  if (extension == ".png" || extension == ".svg" || extension == ".pdf") return;
  fail_input("{}: unknown kind of figure '{}', expected .png, .svg or .pdf", path.string(),
             extension);
}

}  // namespace

void Drawing::FreeContext::operator()(_cairo* context) const { cairo_destroy(context); }
void Drawing::FreeSurface::operator()(_cairo_surface* surface) const {
  cairo_surface_destroy(surface);
}

Drawing::Drawing(double width, double height, Ink paper) : width_(width), height_(height) {
  RNEM_CHECK(width > 0 && height > 0, "a drawing has an area");
  const cairo_rectangle_t extents{0, 0, width, height};
  surface_.reset(cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents));
  check(cairo_surface_status(surface_.get()), "cannot start a drawing");
  context_.reset(cairo_create(surface_.get()));
  use_exact_metrics(context_.get());
  cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
  fill({0, 0, width, height}, paper);
}

void Drawing::set_ink(Ink ink) {
  cairo_set_source_rgba(context_.get(), ink.color.r / 255.0, ink.color.g / 255.0,
                        ink.color.b / 255.0, ink.alpha);
}

void Drawing::stroke_path(const Stroke& stroke) {
  set_ink(stroke.ink);
  cairo_set_line_width(context_.get(), stroke.width);
  cairo_set_dash(context_.get(), stroke.dash.data(), static_cast<int>(stroke.dash.size()), 0.0);
  cairo_stroke(context_.get());
}

void Drawing::fill(const Rect& rect, Ink ink) {
  set_ink(ink);
  cairo_rectangle(context_.get(), rect.x, rect.y, rect.width, rect.height);
  cairo_fill(context_.get());
}

void Drawing::outline(const Rect& rect, const Stroke& stroke) {
  cairo_rectangle(context_.get(), rect.x, rect.y, rect.width, rect.height);
  stroke_path(stroke);
}

void Drawing::disc(double x, double y, double radius, Ink ink) {
  set_ink(ink);
  cairo_new_sub_path(context_.get());
  cairo_arc(context_.get(), x, y, radius, 0.0, 2.0 * std::numbers::pi);
  cairo_fill(context_.get());
}

void Drawing::line(Point from, Point to, const Stroke& stroke) { polyline({from, to}, stroke); }

void Drawing::polyline(const std::vector<Point>& points, const Stroke& stroke) {
  bool down = false;
  for (const auto& [x, y] : points) {
    if (!std::isfinite(x) || !std::isfinite(y)) {
      down = false;
    } else if (down) {
      cairo_line_to(context_.get(), x, y);
    } else {
      cairo_move_to(context_.get(), x, y);
      down = true;
    }
  }
  stroke_path(stroke);
}

void Drawing::polygon(const std::vector<Point>& points, Ink ink) {
  for (const auto& [x, y] : points) cairo_line_to(context_.get(), x, y);
  cairo_close_path(context_.get());
  set_ink(ink);
  cairo_fill(context_.get());
}

void Drawing::image(const Image& image, double x, double y, double scale) {
  auto surface = std::unique_ptr<_cairo_surface, FreeSurface>(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, image.width(), image.height()));
  check(cairo_surface_status(surface.get()), "cannot draw an image");
  unsigned char* data = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  for (int row = 0; row < image.height(); ++row) {
    auto* line = reinterpret_cast<std::uint32_t*>(data + std::ptrdiff_t(row) * stride);
    for (int column = 0; column < image.width(); ++column) {
      const Rgb c = image.at(column, row);
      line[column] = std::uint32_t(c.r) << 16 | std::uint32_t(c.g) << 8 | c.b;
    }
  }
  cairo_surface_mark_dirty(surface.get());
  cairo_save(context_.get());
  cairo_translate(context_.get(), x, y);
  cairo_scale(context_.get(), scale, scale);
  cairo_set_source_surface(context_.get(), surface.get(), 0, 0);
  cairo_pattern_set_filter(cairo_get_source(context_.get()), CAIRO_FILTER_NEAREST);
  cairo_rectangle(context_.get(), 0, 0, image.width(), image.height());
  cairo_fill(context_.get());
  cairo_restore(context_.get());
}

void Drawing::set_font(const Font& font) {
  cairo_select_font_face(context_.get(), kFamily, CAIRO_FONT_SLANT_NORMAL,
                         font.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_.get(), font.size);
  set_ink(font.ink);
}

double Drawing::text_width(const std::string& text, const Font& font) {
  set_font(font);
  cairo_text_extents_t extents;
  cairo_text_extents(context_.get(), text.c_str(), &extents);
  check(cairo_status(context_.get()), "cannot measure text");
  return extents.x_advance;
}

void Drawing::text(const std::string& text, double x, double y, const Font& font, Align align) {
  const double width = text_width(text, font);
  const double left = align == Align::kLeft ? 0.0 : align == Align::kCentre ? width / 2 : width;
  cairo_move_to(context_.get(), x - left, y);
  cairo_show_text(context_.get(), text.c_str());
  cairo_new_path(context_.get());
}

void Drawing::text_upwards(const std::string& text, double x, double y, const Font& font,
                           Align align) {
  cairo_save(context_.get());
  cairo_translate(context_.get(), x, y);
  cairo_rotate(context_.get(), -std::numbers::pi / 2);
  this->text(text, 0, 0, font, align);
  cairo_restore(context_.get());
}

void Drawing::push_clip(const Rect& rect) {
  cairo_save(context_.get());
  cairo_rectangle(context_.get(), rect.x, rect.y, rect.width, rect.height);
  cairo_clip(context_.get());
}

void Drawing::pop_clip() { cairo_restore(context_.get()); }

Image Drawing::render(double scale) const {
  const int width = static_cast<int>(std::ceil(width_ * scale - 1e-9));
  const int height = static_cast<int>(std::ceil(height_ * scale - 1e-9));
  auto surface = std::unique_ptr<_cairo_surface, FreeSurface>(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  auto context = std::unique_ptr<_cairo, FreeContext>(cairo_create(surface.get()));
  // a side that is no whole number of pixels leaves part of the last one uncovered
  cairo_set_source_rgb(context.get(), 1, 1, 1);
  cairo_paint(context.get());
  cairo_scale(context.get(), scale, scale);
  cairo_set_source_surface(context.get(), surface_.get(), 0, 0);
  cairo_paint(context.get());
  check(cairo_status(context.get()), "cannot render a drawing");
  cairo_surface_flush(surface.get());
  const unsigned char* data = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  Image image(width, height);
  for (int y = 0; y < height; ++y) {
    const auto* line = reinterpret_cast<const std::uint32_t*>(data + std::ptrdiff_t(y) * stride);
    for (int x = 0; x < width; ++x) {
      image.at(x, y) = {std::uint8_t(line[x] >> 16), std::uint8_t(line[x] >> 8),
                        std::uint8_t(line[x])};
    }
  }
  return image;
}

void Drawing::save(const std::filesystem::path& path, double scale) const {
  check_kind(path);
  const std::string extension = path.extension().string();
  if (extension == ".png") return write_png(path, render(scale));
  std::string bytes;
  auto surface = std::unique_ptr<_cairo_surface, FreeSurface>(
      extension == ".svg" ? cairo_svg_surface_create_for_stream(append, &bytes, width_, height_)
                          : cairo_pdf_surface_create_for_stream(append, &bytes, width_, height_));
  auto context = std::unique_ptr<_cairo, FreeContext>(cairo_create(surface.get()));
  cairo_set_source_surface(context.get(), surface_.get(), 0, 0);
  cairo_paint(context.get());
  check(cairo_status(context.get()), "cannot render a drawing");
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()), "cannot render a drawing");
  write_file(path, bytes);
}

void check_figure(const std::filesystem::path& path) {
  check_kind(path);
  check_writable(path);
}

Font fitting(Drawing& drawing, const std::string& text, Font font, double width) {
  constexpr double kSmallest = 4.0;  // below this nobody reads it in print
  while (font.size > kSmallest && drawing.text_width(text, font) > width) font.size -= 0.5;
  return font;
}

}  // namespace rnem::figures
