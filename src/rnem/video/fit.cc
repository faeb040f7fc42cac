#include "rnem/video/fit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "rnem/core/error.h"

namespace rnem::video {
namespace {

// Sums of a row up to any edge, which may lie within a pixel.
class RowSums {
 public:
  explicit RowSums(int width) : sums_(static_cast<std::size_t>(width) + 1) {}

  void read(const std::uint8_t* row) {
    for (std::size_t i = 1; i < sums_.size(); ++i) sums_[i] = sums_[i - 1] + row[i - 1];
  }
  double up_to(double edge) const {
    const auto whole = std::min(static_cast<std::size_t>(edge), sums_.size() - 2);
    return sums_[whole] + (edge - static_cast<double>(whole)) * (sums_[whole + 1] - sums_[whole]);
  }

 private:
  std::vector<double> sums_;
};

}  // namespace

const std::vector<std::string>& fit_modes() {
  static const std::vector<std::string> kModes = {"whole", "fill", "stretch"};
  return kModes;
}

Region parse_region(const std::string& flag, const std::string& text, int width, int height) {
  int x = 0, y = 0, w = 0, h = 0, used = 0;
  if (std::sscanf(text.c_str(), "%6d,%6d,%6dx%6d%n", &x, &y, &w, &h, &used) != 4 ||
      static_cast<std::size_t>(used) != text.size()) {
    fail_input("{} {}: expected X,Y,WIDTHxHEIGHT such as 40,0,320x240", flag, text);
  }
  if (x < 0 || y < 0 || w < 1 || h < 1 || x + w > width || y + h > height) {
    fail_input("{} {}: lies beyond frames of {}x{} pixels", flag, text, width, height);
  }
  return {double(x), double(y), double(w), double(h)};
}

Fit::Fit(Side source, Side model, const std::string& mode, std::optional<Region> part)
    : source_(source),
      model_(model),
      part_(part.value_or(Region{0, 0, double(source.width), double(source.height)})) {
  scale_x_ = part_.width / model.width;
  scale_y_ = part_.height / model.height;
  if (mode != "stretch") {
    const double scale =
        mode == "fill" ? std::min(scale_x_, scale_y_) : std::max(scale_x_, scale_y_);
    scale_x_ = scale_y_ = scale;
  }
  seen_.width = scale_x_ * model.width;
  seen_.height = scale_y_ * model.height;
  seen_.x = part_.x + (part_.width - seen_.width) / 2;
  seen_.y = part_.y + (part_.height - seen_.height) / 2;
}

bool Fit::shows(int x, int y) const {
  const double at_x = x_of(x + 0.5), at_y = y_of(y + 0.5);
  return at_x > part_.x && at_x < part_.x + part_.width && at_y > part_.y &&
         at_y < part_.y + part_.height;
}

Region Fit::seen_pixels() const {
  const double left = std::floor(std::max(part_.x, seen_.x));
  const double top = std::floor(std::max(part_.y, seen_.y));
  const double right = std::ceil(std::min(part_.x + part_.width, seen_.x + seen_.width));
  const double bottom = std::ceil(std::min(part_.y + part_.height, seen_.y + seen_.height));
  return {left, top, right - left, bottom - top};
}

std::vector<std::uint8_t> Fit::shrink(const std::vector<std::uint8_t>& levels) const {
  const auto columns = static_cast<std::size_t>(model_.width);
  std::vector<double> sums(columns * static_cast<std::size_t>(model_.height), 0.0);
  std::vector<double> weights(sums.size(), 0.0);
  RowSums row(source_.width);
  const double last = part_.y + part_.height;
  for (int y = static_cast<int>(part_.y); y < static_cast<int>(last); ++y) {
    row.read(levels.data() + std::size_t(y) * std::size_t(source_.width));
    // the model's rows that this row of pixels reaches into
    const int first = std::max(0, static_cast<int>(std::floor(model_y(y))));
    const int end = std::min(model_.height, static_cast<int>(std::ceil(model_y(y + 1))));
    for (int my = first; my < end; ++my) {
      const double share = std::min<double>(y + 1, y_of(my + 1)) - std::max<double>(y, y_of(my));
      for (std::size_t mx = 0; mx < columns; ++mx) {
        const double from = std::max(part_.x, x_of(double(mx)));
        const double to = std::min(part_.x + part_.width, x_of(double(mx + 1)));
        if (to <= from || share <= 0) continue;
        const std::size_t at = std::size_t(my) * columns + mx;
        sums[at] += share * (row.up_to(to) - row.up_to(from));
        weights[at] += share * (to - from);
      }
    }
  }
  std::vector<std::uint8_t> shrunk(sums.size(), 0);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (weights[i] > 0) shrunk[i] = static_cast<std::uint8_t>(std::lround(sums[i] / weights[i]));
  }
  return shrunk;
}

}  // namespace rnem::video
