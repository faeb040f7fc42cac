#include "rnem/model/background.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "rnem/machine/parallel.h"

namespace rnem::model {
namespace {

// half of the squares, in parts of the frame
constexpr double kReach = 0.155, kWideReach = 0.25;
// What a ground differs from square to square is less, what an object differs from it mostly more.
constexpr double kApart = 0.3;
// A median is a guess: the first frame that shows a pixel uncovered and near it counts four times.
constexpr double kGuessWeight = 0.25;
constexpr int kLevels = 256;

// The median of a square around every pixel of one channel, at the borders of the nearest one that
// is whole: an object in a corner would fill half of one that is cut. A histogram that moves along
// a row (Huang).
class Medians {
 public:
  Medians(std::span<const std::uint8_t> image, int height, int width, int reach)
      : image_(image), height_(height), width_(width), reach_(reach) {}

  template <class Write>
  void row(int y, const Write& write) {
    counts_.fill(0);
    total_ = below_ = median_ = 0;
    top_ = first(y, height_);
    bottom_ = std::min(height_ - 1, top_ + 2 * reach_);
    for (int x = 0; x <= std::min(width_ - 1, 2 * reach_); ++x) column(x, 1);
    for (int x = 0; x < width_; ++x) {
      if (const int left = first(x, width_); left > first(x - 1, width_)) {
        column(left - 1, -1);
        column(left + 2 * reach_, 1);
      }
      // below_ counts what is darker than median_
      while (2 * below_ > total_) below_ -= counts_[--median_];
      while (2 * (below_ + counts_[median_]) <= total_) below_ += counts_[median_++];
      write(x, median_);
    }
  }

 private:
  // of the square around `at` in a row of `size`
  int first(int at, int size) const {
    return std::clamp(at - reach_, 0, std::max(0, size - 1 - 2 * reach_));
  }

  void column(int x, int change) {
    for (int y = top_; y <= bottom_; ++y) {
      const int value = image_[static_cast<std::size_t>(y) * width_ + x];
      counts_[value] += change;
      total_ += change;
      if (value < median_) below_ += change;
    }
  }

  std::span<const std::uint8_t> image_;
  int height_, width_, reach_;
  int top_ = 0, bottom_ = 0, total_ = 0, below_ = 0, median_ = 0;
  std::array<int, kLevels> counts_ = {};
};

// Of planes of bytes [B,C,D] the medians of squares that reach that part of the frame, [B,D,C].
torch::Tensor medians(const torch::Tensor& planes, std::int64_t height, std::int64_t width,
                      double part) {
  const std::int64_t batch = planes.size(0), channels = planes.size(1), pixels = planes.size(2);
  torch::Tensor picture = torch::empty({batch, pixels, channels}, torch::kFloat32);
  const int reach = std::max(
      1, static_cast<int>(std::lround(part * static_cast<double>(std::min(height, width)))));
  machine::parallel_for(batch * channels, 1, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t b = i / channels, c = i % channels;
      Medians medians({planes.data_ptr<std::uint8_t>() + i * pixels, std::size_t(pixels)},
                      static_cast<int>(height), static_cast<int>(width), reach);
      float* to = picture.data_ptr<float>() + b * pixels * channels + c;
      for (int y = 0; y < height; ++y) {
        medians.row(y, [&](int x, int median) {
          to[(y * width + x) * channels] = static_cast<float>(median) / (kLevels - 1);
        });
      }
    }
  });
  return picture;
}

}  // namespace

Background first_background(const torch::Tensor& frame, std::int64_t height, std::int64_t width) {
  const torch::NoGradGuard no_grad;
  const std::int64_t batch = frame.size(0), pixels = height * width;
  const std::int64_t channels = frame.size(1) / pixels;
  // planes of bytes [B,C,D]
  const torch::Tensor planes = (frame.detach().to(torch::kCPU, torch::kFloat32) * 255)
                                   .round()
                                   .clamp(0, 255)
                                   .to(torch::kUInt8)
                                   .reshape({batch, pixels, channels})
                                   .transpose(1, 2)
                                   .contiguous();
  const torch::Tensor small = medians(planes, height, width, kReach);
  const torch::Tensor large = medians(planes, height, width, kWideReach);
  const torch::Tensor apart = (small - large).abs().amax(2, true);
  const torch::Tensor picture = torch::where(apart.gt(kApart), large, small);
  const auto like = frame.options().requires_grad(false);
  return {picture.reshape({batch, -1}).to(like), torch::full({batch, pixels}, kGuessWeight, like)};
}

Background seen_background(const Background& before, const torch::Tensor& frame,
                           const torch::Tensor& mask) {
  constexpr double kDeviation = 0.1, kLeak = 0.005, kMostWeight = 20;
  if (!before.weight.defined()) return before;
  const torch::NoGradGuard no_grad;
  const std::int64_t batch = frame.size(0), pixels = mask.size(2);
  const torch::Tensor off = (frame - before.picture).reshape({batch, pixels, -1});
  const torch::Tensor near =
      torch::exp(off.square().sum(2) * (-0.5 / (kDeviation * kDeviation))) + kLeak;
  const torch::Tensor vote = (1 - mask.amax(1)) * near;
  const torch::Tensor step = (vote / (before.weight + vote)).unsqueeze(2) * off;
  return {before.picture + step.reshape({batch, -1}),
          (before.weight + vote).clamp_max(kMostWeight)};
}

}  // namespace rnem::model
