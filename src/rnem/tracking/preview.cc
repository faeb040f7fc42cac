#include "rnem/tracking/preview.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "rnem/core/error.h"

namespace rnem::tracking {
namespace {

constexpr std::int64_t kShown = 6, kLooked = 100;
constexpr double kCell = 200, kGap = 10, kText = 14;  // points

struct Column {
  std::int64_t number;
  figures::Image film, model;
  std::string text;  // about the model's
};

Column column_of(const video::View& view) {
  const video::Side side = view.fit().model();
  const int channels = view.channels();
  std::vector<float> pixels(view.pixels().begin(), view.pixels().end());
  if (channels > 0) {
    for (float& pixel : pixels) pixel /= 255;
    return {view.number(), video::picture_of(view.frame()),
            figures::frame_image(pixels, side.height, side.width, channels),
            channels == 1 ? "in grey" : "in colour"};
  }
  const double on = std::accumulate(pixels.begin(), pixels.end(), 0.0) / double(pixels.size());
  return {view.number(), video::picture_of(view.frame()),
          figures::grey_image(pixels, side.height, side.width),
          fmt::format("{:.1f} % on", 100 * on)};
}

}  // namespace

figures::Drawing preview(video::View& view) {
  std::vector<Column> columns;
  const std::int64_t there = view.expected() > 0 ? std::min(view.expected(), kLooked) : kLooked;
  const std::int64_t step = std::max<std::int64_t>(1, there / kShown);
  for (std::int64_t i = 0; std::int64_t(columns.size()) < kShown && view.next(); ++i) {
    if (i % step == 0) columns.push_back(column_of(view));
  }
  if (columns.empty()) fail_input("{}: has no frames", view.info().name);
  const double film_scale = kCell / view.info().width;
  const double film_height = film_scale * view.info().height;
  const video::Side side = view.fit().model();
  const double model_scale = kCell / side.width;
  const double model_top = kGap + kText + film_height + kGap;
  const double height = model_top + model_scale * side.height + kText + kGap;
  figures::Drawing drawing(kGap + double(columns.size()) * (kCell + kGap), height);
  const video::Region seen = view.fit().seen_pixels();
  double left = kGap;
  for (const Column& column : columns) {
    const double top = kGap + kText;
    drawing.text(fmt::format("frame {}", column.number), left, top - 4, {kText - 3});
    drawing.image(column.film, left, top, film_scale);
    drawing.outline({left + film_scale * seen.x, top + film_scale * seen.y, film_scale * seen.width,
                     film_scale * seen.height},
                    {{{230, 159, 0}, 1.0}, 1.5});
    drawing.image(column.model, left, model_top, model_scale);
    drawing.text(column.text, left, height - kGap, {kText - 3});
    left += kCell + kGap;
  }
  return drawing;
}

}  // namespace rnem::tracking
