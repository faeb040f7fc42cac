#include "rnem/model/initial_gamma.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "rnem/core/error.h"
#include "rnem/model/grid.h"

namespace rnem::model {
namespace {

struct Moments {
  double mean, deviation;
};

Moments moments(const std::vector<float>& values) {
  double sum = 0.0, squares = 0.0;
  for (const float value : values) {
    sum += value;
    squares += static_cast<double>(value) * value;
  }
  const double n = static_cast<double>(values.size()), mean = sum / n;
  return {mean, std::sqrt(std::max(squares / n - mean * mean, 0.0))};
}

void normalise_over_k(std::int64_t k, std::int64_t pixels, std::span<float> gamma) {
  for (std::int64_t i = 0; i < pixels; ++i) {
    float sum = 0.0F;
    for (std::int64_t c = 0; c < k; ++c) sum += gamma[c * pixels + i];
    for (std::int64_t c = 0; c < k; ++c) gamma[c * pixels + i] /= sum;
  }
}

void noise(std::int64_t k, const Grid& grid, Rng& rng, std::span<float> gamma) {
  for (std::int64_t i = 0; i < k * grid.size(); ++i) {
    gamma[i] = static_cast<float>(std::abs(rng.normal()));
  }
}

void fields(std::int64_t k, const Grid& grid, Rng& rng, std::span<float> gamma) {
  constexpr double kRadius = 0.1;     // of the frame: fields vary over about three balls' width
  constexpr double kSharpness = 3.0;  // a field of unit variance times this goes into the softmax
  std::vector<float> field(static_cast<std::size_t>(grid.size()));
  for (std::int64_t c = 0; c < k; ++c) {
    for (float& value : field) value = static_cast<float>(rng.normal());
    blur(grid, grid.pixels(kRadius), field);
    const auto [mean, deviation] = moments(field);
    for (std::int64_t i = 0; i < grid.size(); ++i) {
      gamma[c * grid.size() + i] =
          static_cast<float>(std::exp(kSharpness * (field[i] - mean) / std::max(deviation, 1e-12)));
    }
  }
}

// An index drawn with probability ~ weights, or -1 when all are 0.
std::int64_t draw(const std::vector<double>& weights, Rng& rng) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (sum <= 0.0) return -1;
  double left = rng.uniform() * sum;
  std::int64_t last = -1;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0.0) continue;
    last = static_cast<std::int64_t>(i);
    left -= weights[i];
    if (left < 0.0) break;
  }
  return last;
}

// How much brighter than usual the neighbourhood of each pixel is. One deviation above the mean
// is out of reach for the noise that is left after the blur.
std::vector<double> brightness(const Grid& grid, std::span<const float> frame) {
  constexpr double kRadius = 0.03;  // of the frame: two pixels of 64
  std::vector<float> smooth(frame.begin(), frame.end());
  blur(grid, grid.pixels(kRadius), smooth);
  const auto [mean, deviation] = moments(smooth);
  std::vector<double> excess(smooth.size());
  for (std::size_t i = 0; i < smooth.size(); ++i) {
    excess[i] = std::max(smooth[i] - mean - deviation, 0.0);
  }
  return excess;
}

// Places of k-means++ clusters. Of several draws the one that leaves the least brightness far from
// any place is taken ("greedy" k-means++): a single draw lands twice on one ball too often.
class Places {
 public:
  Places(const Grid& grid, double reach, std::vector<double> bright)
      : grid_(grid), reach_(reach), bright_(std::move(bright)), nearest_(bright_.size(), kFar) {}

  // The next place as a pixel index, or -1 when what is bright has been given away.
  std::int64_t next(Rng& rng) {
    constexpr int kDraws = 8;
    if (all_claimed()) return -1;
    std::vector<double> weights(bright_.size());
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = bright_[i] * nearest_[i];
    std::int64_t best = -1;
    double best_left = std::numeric_limits<double>::infinity();
    for (int trial = 0; trial < kDraws; ++trial) {
      const std::int64_t place = draw(weights, rng);
      if (place < 0) return -1;
      const double left = brightness_left(place);
      if (left < best_left) {
        best_left = left;
        best = place;
      }
    }
    best = centred(best);
    for (std::int64_t i = 0; i < grid_.size(); ++i) {
      nearest_[i] = std::min(nearest_[i], grid_.distance2(best, i));
    }
    ++count_;
    return best;
  }

 private:
  static constexpr double kFar = 1e9;

  // Whether the brightness beyond the reach of all places is little beside a place's share.
  bool all_claimed() const {
    constexpr double kLittle = 0.05;
    double claimed = 0.0, free = 0.0;
    for (std::size_t i = 0; i < bright_.size(); ++i) {
      (nearest_[i] > claim2() ? free : claimed) += bright_[i];
    }
    return count_ > 0 && free < kLittle * claimed / count_;
  }

  // Mean shift: the middle of the brightness around, a few times over.
  std::int64_t centred(std::int64_t place) const {
    constexpr int kShifts = 4;
    for (int shift = 0; shift < kShifts; ++shift) {
      double sum = 0.0, y = 0.0, x = 0.0;
      for (std::int64_t i = 0; i < grid_.size(); ++i) {
        if (bright_[i] <= 0.0 || grid_.distance2(place, i) > claim2()) continue;
        // what others have claimed does not pull
        if (nearest_[i] < grid_.distance2(place, i)) continue;
        sum += bright_[i];
        y += bright_[i] * static_cast<double>(grid_.row(i));
        x += bright_[i] * static_cast<double>(grid_.column(i));
      }
      if (sum <= 0.0) break;
      place = std::lround(y / sum) * grid_.width + std::lround(x / sum);
    }
    return place;
  }

  double claim2() const { return 2.25 * reach_ * reach_; }  // squared radius of a place

  double brightness_left(std::int64_t place) const {
    double left = 0.0;
    for (std::int64_t i = 0; i < grid_.size(); ++i) {
      if (bright_[i] > 0.0) left += bright_[i] * std::min(nearest_[i], grid_.distance2(place, i));
    }
    return left;
  }

  Grid grid_;
  double reach_;  // pixels
  int count_ = 0;
  std::vector<double> bright_;
  std::vector<double> nearest_;  // squared distance to the nearest place so far
};

void seeds(std::span<const float> frame, std::int64_t k, const Grid& grid, Rng& rng,
           std::span<float> gamma) {
  constexpr double kUnclaimed = 0.05;  // what a component without a place gets of a pixel
  constexpr double kLeast = 1e-6;      // keeps the sum over K away from 0
  const double reach = component_reach(grid);
  Places places(grid, reach, brightness(grid, frame));
  for (std::int64_t c = 0; c < k; ++c) {
    const auto weights = gamma.subspan(c * grid.size(), grid.size());
    const std::int64_t place = places.next(rng);
    for (std::int64_t i = 0; i < grid.size(); ++i) {
      // noise, lest several components without a place stay alike for ever
      weights[i] = static_cast<float>(place < 0 ? kUnclaimed * std::abs(rng.normal()) + kLeast
                                                : claim(grid, place, i) + kLeast);
    }
  }
}

}  // namespace

const std::vector<std::string>& gamma_starts() {
  static const std::vector<std::string> names = {"noise", "fields", "seeds"};
  return names;
}

void start_gamma(const std::string& kind, std::span<const float> frame, std::int64_t height,
                 std::int64_t width, std::int64_t k, Rng& rng, std::span<float> gamma) {
  const Grid grid{height, width};
  if (k == 1) {
    std::fill(gamma.begin(), gamma.end(), 1.0F);
    return;
  }
  if (kind == "noise") {
    noise(k, grid, rng, gamma);
  } else if (kind == "fields") {
    fields(k, grid, rng, gamma);
  } else if (kind == "seeds") {
    seeds(frame, k, grid, rng, gamma);
  } else {
    RNEM_CHECK(false, "an unknown start of gamma");
  }
  normalise_over_k(k, grid.size(), gamma);
}

}  // namespace rnem::model
