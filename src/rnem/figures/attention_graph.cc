#include "rnem/figures/attention_graph.h"

#include <algorithm>
#include <cmath>

#include "rnem/core/error.h"
#include "rnem/figures/palette.h"

namespace rnem::figures {
namespace {

constexpr double kMinMass = 1.0;  // pixels
constexpr double kDim = 0.35;     // of the prediction behind the graph

void draw_arrow(Drawing& drawing, Point from, Point to, Rgb color, double alpha, double unit) {
  const double dx = to.first - from.first, dy = to.second - from.second;
  const double length = std::hypot(dx, dy);
  const double node = 2.6 * unit;
  if (length < 2.5 * node) return;  // nodes on one another leave no room for an arrow
  // along and across the arrow; it keeps to its right so that the opposite one has its own place
  const double ux = dx / length, uy = dy / length, side = 0.9 * unit;
  const auto at = [&](double along, double across) {
    return Point{from.first + ux * along - uy * (across + side),
                 from.second + uy * along + ux * (across + side)};
  };
  const double half = (0.2 + 0.8 * alpha) * unit, head = 2.5 * half + 0.8 * unit;
  const double start = node, tip = length - node;
  const double neck = std::max(start, tip - head);
  drawing.polygon({at(start, -half), at(neck, -half), at(neck, -2.2 * half), at(tip, 0),
                   at(neck, 2.2 * half), at(neck, half), at(start, half)},
                  {color, 0.4 + 0.6 * alpha});
}

}  // namespace

std::optional<Point> centre_of_mass(std::span<const float> psi, int height, int width) {
  RNEM_CHECK(psi.size() == std::size_t(height) * std::size_t(width), "psi is [H,W]");
  double mass = 0.0, x_sum = 0.0, y_sum = 0.0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      // a faint haze over the whole frame would pull every centre to the middle
      const double value = psi[std::size_t(y) * std::size_t(width) + std::size_t(x)];
      if (!(value > 0.1)) continue;
      mass += value, x_sum += value * (x + 0.5), y_sum += value * (y + 0.5);
    }
  }
  if (mass < kMinMass) return std::nullopt;
  return Point{x_sum / mass, y_sum / mass};
}

double strongest_attention(const Rollout& rollout) {
  double strongest = 0.0;
  for (int t = 1; t <= rollout.steps; ++t) {
    const auto alpha = attention_at(rollout, t);
    for (std::size_t pair = 0; pair < alpha.size(); ++pair) {
      // every (k + 1)-th is a component and itself
      if (pair % std::size_t(rollout.k + 1) != 0)
        strongest = std::max(strongest, double(alpha[pair]));
    }
  }
  return strongest;
}

Image attention_graph(const Rollout& rollout, int t, int scale) {
  const std::size_t pixels = std::size_t(rollout.height) * std::size_t(rollout.width);
  Image behind = prediction_image(rollout, t);
  for (int y = 0; y < behind.height(); ++y) {
    for (int x = 0; x < behind.width(); ++x) {
      behind.at(x, y) = mix(kBlack, behind.at(x, y), kDim);
    }
  }
  Drawing drawing(rollout.width * scale, rollout.height * scale);
  drawing.image(behind, 0, 0, scale);

  std::vector<std::optional<Point>> nodes;
  for (int c = 0; c < rollout.k; ++c) {
    const auto psi = psi_at(rollout, t).subspan(std::size_t(c) * pixels, pixels);
    auto centre = centre_of_mass(psi, rollout.height, rollout.width);
    if (centre) centre = Point{centre->first * scale, centre->second * scale};
    nodes.push_back(centre);
  }
  // sizes are in image pixels of a 64-pixel frame
  const double unit = scale * rollout.width / 64.0;
  const auto alpha = attention_at(rollout, t);
  for (int focus = 0; focus < rollout.k && !alpha.empty(); ++focus) {
    for (int context = 0; context < rollout.k; ++context) {
      const double weight = alpha[std::size_t(focus * rollout.k + context)];
      const auto& from = nodes[std::size_t(context)];
      const auto& to = nodes[std::size_t(focus)];
      if (focus == context || !from || !to || !(weight > kLeastAttention)) continue;
      draw_arrow(drawing, *from, *to, component_color(context), std::min(weight, 1.0), unit);
    }
  }
  for (int c = 0; c < rollout.k; ++c) {
    if (!nodes[std::size_t(c)]) continue;
    const auto [x, y] = *nodes[std::size_t(c)];
    drawing.disc(x, y, 2.4 * unit, {kBlack});
    drawing.disc(x, y, 2.0 * unit, {component_color(c)});
  }
  return drawing.render(1.0);
}

}  // namespace rnem::figures
