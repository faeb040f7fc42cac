#include "rnem/model/births.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "rnem/model/grid.h"

namespace rnem::model {
namespace {

// The middle of the patch around a pixel, as a pixel.
std::int64_t middle(const Grid& grid, const float* unexplained, std::int64_t peak) {
  const double reach = component_reach(grid);
  double sum = 0, y = 0, x = 0;
  for (std::int64_t i = 0; i < grid.size(); ++i) {
    if (unexplained[i] == 0.0F || grid.distance2(peak, i) > reach * reach) continue;
    sum += 1;
    y += static_cast<double>(grid.row(i));
    x += static_cast<double>(grid.column(i));
  }
  return sum == 0 ? peak : std::lround(y / sum) * grid.width + std::lround(x / sum);
}

// Pixels at which a sequence's patches have their middle, the largest first, `most` at most.
std::vector<std::int64_t> patches(const Grid& grid, const float* unexplained, std::int64_t radius,
                                  std::size_t most) {
  constexpr float kMostly = 0.5F;
  std::vector<float> smooth(unexplained, unexplained + grid.size());
  const auto side = static_cast<float>(2 * radius + 1);
  // too few pixels for a patch, as in nearly every step
  if (std::accumulate(smooth.begin(), smooth.end(), 0.0F) < kMostly * side * side) return {};
  blur(grid, radius, smooth);
  const double reach = component_reach(grid);
  std::vector<std::int64_t> places;
  while (places.size() < most) {
    const auto peak = std::max_element(smooth.begin(), smooth.end());
    if (*peak <= kMostly) break;
    const std::int64_t place = middle(grid, unexplained, peak - smooth.begin());
    *peak = 0.0F;
    for (std::int64_t i = 0; i < grid.size(); ++i) {
      if (grid.distance2(place, i) <= 2.25 * reach * reach) smooth[i] = 0.0F;
    }
    places.push_back(place);
  }
  return places;
}

// Free components [B,K], as how long they have been so; 0: not free.
Tensor free_for(const State& state, const ModelConfig& config) {
  Tensor free = state.idle * state.idle.ge(kForgotten);
  if (state.cell.place.defined()) {
    // what has left the frame is not hidden
    const Tensor x = state.cell.place.p.select(1, 0), y = state.cell.place.p.select(1, 1);
    const auto beside = [](const Tensor& at, std::int64_t size) {
      return at.lt(-0.5).logical_or(at.gt(static_cast<double>(size) - 0.5));
    };
    const Tensor outside = beside(x, config.width).logical_or(beside(y, config.height));
    free = torch::where(outside.reshape(free.sizes()), state.idle, free);
  }
  return free;
}

// Numbers of the free ones, those first that have been free for longest.
std::vector<std::int64_t> free_components(const float* free_for, std::int64_t k) {
  std::vector<std::int64_t> free;
  for (std::int64_t c = 0; c < k; ++c) {
    if (free_for[c] > 0) free.push_back(c);
  }
  std::ranges::stable_sort(free, [&](auto a, auto b) { return free_for[a] > free_for[b]; });
  return free;
}

}  // namespace

Tensor idle_steps(const Tensor& idle, const Tensor& psi) {
  const torch::NoGradGuard no_grad;
  const Tensor before =
      idle.defined() ? idle : torch::full({psi.size(0), psi.size(1)}, kForgotten, psi.options());
  return torch::where(psi.amax(2) > kOutline, torch::zeros_like(before), before + 1);
}

std::int64_t take_up(State& state, const Tensor& foreground, const ModelConfig& config,
                     double radius) {
  const torch::NoGradGuard no_grad;
  const Tensor& presence = state.presence();
  const std::int64_t batch = presence.size(0), k = presence.size(1), pixels = presence.size(2);
  const Grid grid{config.height, config.width};
  const auto on_cpu = [](const Tensor& x) {
    return x.to(torch::kCPU, torch::kFloat32).contiguous();
  };
  const Tensor unexplained = on_cpu(foreground.logical_and(presence.amax(1) <= kOutline));
  const Tensor waiting = on_cpu(free_for(state, config));
  Tensor born = torch::zeros({batch, k}), claims = torch::zeros({batch, k, pixels});
  auto is_born = born.accessor<float, 2>();
  std::int64_t count = 0;
  for (std::int64_t b = 0; b < batch; ++b) {
    const auto free = free_components(waiting.data_ptr<float>() + b * k, k);
    if (free.empty()) continue;
    const auto places =
        patches(grid, unexplained.data_ptr<float>() + b * pixels, grid.pixels(radius), free.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      is_born[b][free[i]] = 1.0F;
      float* row = claims.data_ptr<float>() + (b * k + free[i]) * pixels;
      for (std::int64_t j = 0; j < pixels; ++j) {
        row[j] = static_cast<float>(claim(grid, places[i], j));
      }
      ++count;
    }
  }
  if (count == 0) return 0;

  const auto like = state.gamma.options();
  const Tensor taken = claims.to(like);
  state.gamma = state.gamma * (1 - taken.amax(1, true)) + taken / taken.sum(1, true).clamp_min(1.0);
  state.gamma = state.gamma / state.gamma.sum(1, true);
  const Tensor anew = born.to(like).gt(0), row = anew.reshape({batch * k, 1});
  state.idle = torch::where(anew, torch::zeros_like(state.idle), state.idle);
  Tensor& seen = state.palette.weight;
  if (seen.defined()) seen = torch::where(anew, torch::zeros_like(seen), seen);
  CellState& cell = state.cell;
  const auto reset = [&](Tensor& x, const Tensor& start) {
    if (!x.defined()) return;
    // what the other components carry keeps its gradient
    const torch::AutoGradMode gradients(true);
    x = torch::where(row, start, x);
  };
  reset(cell.theta, torch::zeros_like(cell.theta));
  reset(cell.memory, cell.memory.defined() ? torch::zeros_like(cell.memory) : Tensor());
  cell.fresh = row.to(like);
  if (cell.place.defined()) {
    const Place start = initial_place(taken, config.height, config.width);
    reset(cell.place.p, start.p);
    reset(cell.place.v, start.v);
    reset(cell.place.spread, start.spread);
  }
  return count;
}

}  // namespace rnem::model
