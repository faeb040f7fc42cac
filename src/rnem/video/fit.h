// A source's frame on the model's, and the way back.
//
// Both are rectangles; the fit is a scale and a shift of each axis. Pixel (0, 0) has its middle at
// (0.5, 0.5), so that an edge lies at the same place whatever the resolution.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rnem/video/frame.h"

namespace rnem::video {

struct Region {
  double x = 0, y = 0, width = 0, height = 0;  // source pixels
};

// "X,Y,WIDTHxHEIGHT" within a frame of that size. InputError names the flag.
Region parse_region(const std::string& flag, const std::string& text, int width, int height);

struct Side {
  int width = 0, height = 0;
};

// whole: all of it, bars where the shapes differ; fill: the largest middle part of the model's
// shape; stretch: all of it, width and height scaled apart.
const std::vector<std::string>& fit_modes();

class Fit {
 public:
  // `part`: that part of the source in place of all of it.
  Fit(Side source, Side model, const std::string& mode, std::optional<Region> part = {});

  Side source() const { return source_; }
  Side model() const { return model_; }

  // From the model's frame to the source's, and how many source pixels a model pixel is.
  double x_of(double x) const { return seen_.x + x * scale_x_; }
  double y_of(double y) const { return seen_.y + y * scale_y_; }
  double scale_x() const { return scale_x_; }
  double scale_y() const { return scale_y_; }
  // And from the source's to the model's.
  double model_x(double x) const { return (x - seen_.x) / scale_x_; }
  double model_y(double y) const { return (y - seen_.y) / scale_y_; }

  // Whether a model pixel (its middle) shows the source at all; bars do not.
  bool shows(int x, int y) const;
  // The source pixels that the model sees, as whole pixels: x, y, width, height.
  Region seen_pixels() const;

  // Grey levels [H,W] of the model's frame: each the mean over what it covers.
  std::vector<std::uint8_t> shrink(const std::vector<std::uint8_t>& levels) const;

 private:
  Side source_, model_;
  Region part_;  // of the source that may be seen
  Region seen_;  // by the model's frame; reaches beyond part_ where there are bars
  double scale_x_ = 1, scale_y_ = 1;
};

}  // namespace rnem::video
