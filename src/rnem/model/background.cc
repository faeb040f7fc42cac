#include "rnem/model/background.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "rnem/machine/parallel.h"

namespace rnem::model {
namespace {

constexpr double kReach = 0.155;  // half of the square, in parts of the frame
constexpr int kLevels = 256;

// The median of a square around every pixel of one channel, cut at the borders: a histogram that
// moves along a row (Huang).
class Medians {
 public:
  Medians(std::span<const std::uint8_t> image, int height, int width, int reach)
      : image_(image), height_(height), width_(width), reach_(reach) {}

  template <class Write>
  void row(int y, const Write& write) {
    counts_.fill(0);
    total_ = below_ = median_ = 0;
    top_ = std::max(0, y - reach_);
    bottom_ = std::min(height_ - 1, y + reach_);
    for (int x = 0; x < std::min(reach_, width_); ++x) column(x, 1);
    for (int x = 0; x < width_; ++x) {
      if (x + reach_ < width_) column(x + reach_, 1);
      if (x - reach_ > 0) column(x - reach_ - 1, -1);
      // below_ counts what is darker than median_
      while (2 * below_ > total_) below_ -= counts_[--median_];
      while (2 * (below_ + counts_[median_]) <= total_) below_ += counts_[median_++];
      write(x, median_);
    }
  }

 private:
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
  torch::Tensor picture = torch::empty({batch, pixels, channels}, torch::kFloat32);
  const int reach = std::max(
      1, static_cast<int>(std::lround(kReach * static_cast<double>(std::min(height, width)))));
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
  const auto like = frame.options().requires_grad(false);
  return {picture.reshape({batch, -1}).to(like), torch::ones({batch, pixels}, like)};
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
