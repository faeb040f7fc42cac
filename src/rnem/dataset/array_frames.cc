#include "rnem/dataset/array_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/dataset/layout.h"
#include "rnem/video/frame.h"

namespace rnem::dataset {
namespace {

constexpr std::int64_t kMostArrayFrames = std::numeric_limits<int>::max();
constexpr double kWhite = 255;

class ArrayFrames final : public GreyFrames {
 public:
  ArrayFrames(io::NpyArray array, const std::string& axes) : array_(std::move(array)) {
    check_letters(axes);
    t_ = find(axes, 'T');
    n_ = find(axes, 'N');
    h_ = find(axes, 'H');
    w_ = find(axes, 'W');
    c_ = find(axes, 'C');
    if (c_.length > 4) {
      fail_input("{}: {} channels, expected 1 to 4 (grey, grey and alpha, RGB, RGBA) as --axes {}",
                 array_.name(), c_.length, axes);
    }
    if (std::max({t_.length, h_.length, w_.length}) > kMostArrayFrames) {
      fail_input("{}: shape {} is too large", array_.name(), format_axes(array_.axes()));
    }
    find_scale();
  }

  std::int64_t sequences() const override { return n_.length; }
  int frames(std::int64_t) const override { return static_cast<int>(t_.length); }
  std::string name(std::int64_t sequence) const override {
    return fmt::format("{}: sequence {}", array_.name(), sequence);
  }

  GreyClip get(std::int64_t sequence, int first, int frames) const override {
    GreyClip grey{static_cast<int>(h_.length), static_cast<int>(w_.length), {}};
    std::vector<double> rows[4];  // one a channel
    for (auto& row : rows) row.resize(static_cast<std::size_t>(w_.length));
    for (std::int64_t t = first; t < first + frames; ++t) {
      for (std::int64_t y = 0; y < h_.length; ++y) {
        const std::int64_t at = sequence * n_.stride + t * t_.stride + y * h_.stride;
        for (std::int64_t c = 0; c < c_.length; ++c) {
          array_.read(at + c * c_.stride, w_.stride, rows[c]);
        }
        for (std::size_t x = 0; x < rows[0].size(); ++x) {
          const double level = mixed({rows[0][x], rows[1][x], rows[2][x], rows[3][x]});
          grey.levels.push_back(static_cast<std::uint8_t>(std::lround(level)));
        }
      }
    }
    return grey;
  }

 private:
  struct Axis {
    std::int64_t length = 1, stride = 0;
  };

  void check_letters(const std::string& axes) const {
    const auto once = [&](char letter) {
      return std::count(axes.begin(), axes.end(), letter) == 1;
    };
    const bool known = axes.find_first_not_of("TNHWC") == std::string::npos &&
                       std::all_of(axes.begin(), axes.end(), once);
    if (!known || !once('T') || !once('H') || !once('W')) {
      fail_input("--axes {}: expected T, H, W and perhaps N, C, each once, such as NTHW", axes);
    }
    if (axes.size() != array_.axes().size()) {
      fail_input("--axes {}: {} letters for the shape {} of {}", axes, axes.size(),
                 format_axes(array_.axes()), array_.name());
    }
  }

  Axis find(const std::string& axes, char letter) const {
    const auto at = axes.find(letter);
    if (at == std::string::npos) return {};
    return {array_.axes()[at], array_.stride(at)};
  }

  void find_scale() {
    constexpr std::int64_t kBlock = 1 << 16;
    std::vector<double> block;
    double most = 0;
    for (std::int64_t at = 0; at < array_.size(); at += kBlock) {
      block.resize(static_cast<std::size_t>(std::min(kBlock, array_.size() - at)));
      array_.read(at, 1, block);
      for (const double value : block) {
        if (!(value >= 0)) fail_value(value);
        most = std::max(most, value);
      }
    }
    constexpr double kWide = 65535;
    if (most > kWide) fail_value(most);
    scale_ = most <= 1 ? kWhite : most <= kWhite ? 1 : kWhite / kWide;
  }

  [[noreturn]] void fail_value(double value) const {
    fail_input("{}: value {}, expected all to be 0 .. 1, 0 .. 255 or 0 .. 65535", array_.name(),
               value);
  }

  // channels to one level, 0 .. 255
  double mixed(std::array<double, 4> v) const {
    for (double& value : v) value *= scale_;
    switch (c_.length) {
      case 1:
        return v[0];
      case 2:
        return v[0] * v[1] / kWhite;
      case 3:
        return video::luminance(v[0], v[1], v[2]);
      default:
        return video::luminance(v[0], v[1], v[2]) * v[3] / kWhite;
    }
  }

  io::NpyArray array_;
  Axis t_, n_, h_, w_, c_;
  double scale_ = 1;
};

}  // namespace

std::string usual_axes(const io::NpyArray& array) {
  switch (array.axes().size()) {
    case 3:
      return "THW";
    case 4:
      return "NTHW";
    case 5:
      return "NTHWC";
    default:
      fail_input("{}: shape {}, expected three to five axes such as (N, T, H, W)", array.name(),
                 format_axes(array.axes()));
  }
}

std::unique_ptr<GreyFrames> open_array(io::NpyArray array, const std::string& axes) {
  return std::make_unique<ArrayFrames>(std::move(array), axes);
}

}  // namespace rnem::dataset
