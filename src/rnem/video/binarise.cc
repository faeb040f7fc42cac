#include "rnem/video/binarise.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rnem::video {
namespace {

constexpr int kHalf = 127, kFarFromGround = 30;
// counts of a pixel in the histogram, and the part of them that each later frame takes away: after
// some 100 frames hardly anything is left
constexpr std::int64_t kWeight = 64, kFades = 32;
// Otsu's two classes of a frame of one grey are its noise
constexpr double kLeastContrast = 16;
// A running median: the background goes this far towards every frame. What stands still for some
// hundred frames becomes part of it.
constexpr float kStep = 0.25F;

// Between the mean of what is brighter than the threshold, and of the rest.
double contrast(const Histogram& histogram, int threshold) {
  double count[2] = {}, sum[2] = {};
  for (int level = 0; level < 256; ++level) {
    const auto n = static_cast<double>(histogram.counts[static_cast<std::size_t>(level)]);
    count[level > threshold] += n;
    sum[level > threshold] += n * level;
  }
  return count[0] > 0 && count[1] > 0 ? sum[1] / count[1] - sum[0] / count[0] : 0;
}

}  // namespace

const std::vector<std::string>& binarise_methods() {
  static const std::vector<std::string> kMethods = {"otsu", "threshold", "background"};
  return kMethods;
}

Binariser::Binariser(BinariseSettings settings, const Fit& fit)
    : settings_(std::move(settings)), fit_(fit) {
  const int usual = settings_.method == "background" ? kFarFromGround : kHalf;
  threshold_ = settings_.threshold >= 0 ? settings_.threshold : usual;
}

void Binariser::look(const std::vector<std::vector<std::uint8_t>>& frames) {
  if (frames.empty()) return;
  for (const auto& levels : frames) learn(levels);
  if (settings_.method != "background") return;
  std::vector<std::uint8_t> seen(frames.size());
  for (std::size_t i = 0; i < background_.size(); ++i) {
    for (std::size_t t = 0; t < frames.size(); ++t) seen[t] = frames[t][i];
    const auto middle = seen.begin() + static_cast<std::ptrdiff_t>(seen.size() / 2);
    std::nth_element(seen.begin(), middle, seen.end());
    background_[i] = *middle;
  }
}

void Binariser::learn(const std::vector<std::uint8_t>& levels) {
  if (settings_.method == "background") {
    if (background_.empty()) background_.assign(levels.begin(), levels.end());
    for (std::size_t i = 0; i < levels.size(); ++i) {
      background_[i] += std::clamp(levels[i] - background_[i], -kStep, kStep);
    }
  } else if (settings_.method == "otsu") {
    for (auto& count : recent_.counts) count -= count / kFades;
    const int width = fit_.model().width;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const int at = static_cast<int>(i);
      if (fit_.shows(at % width, at / width)) recent_.counts[levels[i]] += kWeight;
    }
    const auto found = otsu(recent_);
    flat_ = !found || contrast(recent_, *found) < kLeastContrast;
    if (found) threshold_ = *found;
  }
}

std::vector<std::uint8_t> Binariser::operator()(const std::vector<std::uint8_t>& levels) {
  learn(levels);
  const int width = fit_.model().width;
  std::vector<std::uint8_t> lit(levels.size(), 0);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const int at = static_cast<int>(i);
    const float ground = background_.empty() ? 0.0F : background_[i];
    lit[i] = fit_.shows(at % width, at / width) && on(levels[i], ground) ? 1 : 0;
  }
  return lit;
}

bool Binariser::on(std::uint8_t level, float ground) const {
  if (settings_.method == "background") {
    return std::abs(static_cast<float>(level) - ground) > static_cast<float>(threshold_);
  }
  return !flat_ && (level > threshold_) != settings_.invert;
}

}  // namespace rnem::video
