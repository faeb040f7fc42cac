#include "rnem/tracking/owners.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "rnem/model/em_config.h"

namespace rnem::tracking {
namespace {

// The model pixels around a point, and how near each is.
struct Corner {
  std::size_t at;
  double weight;
};

std::array<Corner, 4> corners(const video::Fit& fit, double x, double y) {
  const int width = fit.model().width, height = fit.model().height;
  const double mx = fit.model_x(x) - 0.5, my = fit.model_y(y) - 0.5;
  const double left = std::floor(mx), top = std::floor(my);
  std::array<Corner, 4> around;
  for (int i = 0; i < 4; ++i) {
    const int row = i / 2;
    const double cx = left + i % 2, cy = top + row;
    const int px = std::clamp(static_cast<int>(cx), 0, width - 1);
    const int py = std::clamp(static_cast<int>(cy), 0, height - 1);
    around[std::size_t(i)] = {std::size_t(py) * std::size_t(width) + std::size_t(px),
                              (1 - std::abs(mx - cx)) * (1 - std::abs(my - cy))};
  }
  return around;
}

// The owner that the corners give most weight to, and that weight; dark corners have no say.
std::pair<int, double> nearest_owner(const std::array<Corner, 4>& around,
                                     const std::vector<int>& owners) {
  std::pair<int, double> best{0, 0.0};
  for (const Corner& corner : around) {
    const int owner = owners[corner.at];
    double weight = 0;
    for (const Corner& other : around) weight += owners[other.at] == owner ? other.weight : 0.0;
    if (owner != 0 && weight > best.second) best = {owner, weight};
  }
  return best;
}

// Pixels at the rim that were expected a little elsewhere belong to whom they touch.
void grow(std::vector<int>& owners, const std::vector<std::uint8_t>& lit, int width) {
  constexpr int kRim = 3;  // pixels
  const auto size = static_cast<int>(owners.size());
  for (int round = 0; round < kRim; ++round) {
    const std::vector<int> before = owners;
    for (int i = 0; i < size; ++i) {
      if (lit[std::size_t(i)] == 0 || before[std::size_t(i)] != 0) continue;
      const int x = i % width;
      const std::pair<int, bool> around[] = {{i - 1, x > 0},
                                             {i + 1, x + 1 < width},
                                             {i - width, i >= width},
                                             {i + width, i + width < size}};
      for (const auto& [at, inside] : around) {
        if (inside && before[std::size_t(at)] != 0)
          owners[std::size_t(i)] = before[std::size_t(at)];
      }
    }
  }
}

using Judge = std::function<int(std::size_t pixel, const std::array<Corner, 4>& around)>;

figures::IdPicture painted(const video::Fit& fit, const Judge& judge) {
  figures::IdPicture picture{fit.source().width, fit.source().height, {}};
  picture.ids.assign(std::size_t(picture.width) * std::size_t(picture.height), 0);
  const video::Region seen = fit.seen_pixels();
  for (int y = int(seen.y); y < int(seen.y + seen.height); ++y) {
    for (int x = int(seen.x); x < int(seen.x + seen.width); ++x) {
      const std::size_t at = std::size_t(y) * std::size_t(picture.width) + std::size_t(x);
      picture.ids[at] = static_cast<std::uint16_t>(judge(at, corners(fit, x + 0.5, y + 0.5)));
    }
  }
  return picture;
}

}  // namespace

std::vector<int> owners_of(const torch::Tensor& presence, const torch::Tensor& gamma,
                           const std::vector<std::uint8_t>& lit, int width) {
  const auto on_cpu = [](const torch::Tensor& x) {
    return x.detach().to(torch::kCPU, torch::kFloat32).contiguous();
  };
  const torch::Tensor drawn = on_cpu(presence), whose = on_cpu(gamma);
  const auto drawn_at = drawn.accessor<float, 2>(), gamma_at = whose.accessor<float, 2>();
  std::vector<int> owners(lit.size(), 0);
  for (std::size_t i = 0; i < lit.size(); ++i) {
    if (lit[i] == 0) continue;
    const auto at = static_cast<std::int64_t>(i);
    std::int64_t best = 0;
    for (std::int64_t k = 1; k < whose.size(0); ++k) {
      if (gamma_at[k][at] > gamma_at[best][at]) best = k;
    }
    if (drawn_at[best][at] > model::kNotDark) owners[i] = static_cast<int>(best) + 1;
  }
  grow(owners, lit, width);
  return owners;
}

std::vector<std::int64_t> owned_pixels(const std::vector<int>& owners, std::int64_t k) {
  std::vector<std::int64_t> pixels(static_cast<std::size_t>(k), 0);
  for (const int owner : owners) {
    if (owner > 0) ++pixels[static_cast<std::size_t>(owner - 1)];
  }
  return pixels;
}

figures::IdPicture enlarged(const std::vector<int>& owners, const std::vector<std::uint8_t>& levels,
                            const video::Binariser& binariser, const video::Fit& fit) {
  const std::vector<float>& background = binariser.background();
  return painted(fit, [&](std::size_t pixel, const std::array<Corner, 4>& around) {
    const int owner = nearest_owner(around, owners).first;
    if (owner == 0) return 0;
    double ground = 0;
    if (!background.empty()) {
      for (const Corner& corner : around) ground += corner.weight * background[corner.at];
    }
    return binariser.on(levels[pixel], static_cast<float>(ground)) ? owner : 0;
  });
}

figures::IdPicture enlarged(const std::vector<int>& owners, const video::Frame& frame,
                            const Colours& colours, const video::Fit& fit) {
  const auto channels = std::size_t(colours.channels);
  std::vector<std::vector<std::uint8_t>> levels;
  for (int c = 0; c < colours.channels; ++c) {
    levels.push_back(channels == 1 ? grey_levels(frame) : colour_levels(frame, c));
  }
  return painted(fit, [&](std::size_t pixel, const std::array<Corner, 4>& around) {
    const int owner = nearest_owner(around, owners).first;
    if (owner == 0) return 0;
    double from_colour = 0, from_behind = 0;
    for (std::size_t c = 0; c < channels; ++c) {
      double behind = 0;
      for (const Corner& corner : around) {
        behind += corner.weight * colours.behind[corner.at * channels + c];
      }
      const double level = levels[c][pixel];
      const double own = colours.of[std::size_t(owner - 1) * channels + c];
      from_colour += (level - own) * (level - own);
      from_behind += (level - behind) * (level - behind);
    }
    return from_colour < from_behind ? owner : 0;
  });
}

figures::IdPicture enlarged(const std::vector<int>& owners, const video::Fit& fit) {
  return painted(fit, [&](std::size_t, const std::array<Corner, 4>& around) {
    const auto [owner, weight] = nearest_owner(around, owners);
    return weight >= 0.5 ? owner : 0;
  });
}

}  // namespace rnem::tracking
