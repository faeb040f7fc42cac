#include "rnem/training/blind_practice.h"

#include <algorithm>

namespace rnem::training {
namespace {

using torch::Tensor;

constexpr double kSeen = 0.01;  // squared pixels: the places that it is compared with are not exact
constexpr std::int64_t kSettled = 4;  // steps after which velocities are known, more or less
constexpr double kSlow = 0.1;         // pixels a step: how well, more or less
constexpr double kStraight = 0.3;     // pixels: what is further from a line did not move along it

// The same member of many states, one below the other.
template <typename Member>
Tensor below_each_other(const std::vector<model::State>& states, std::int64_t first,
                        std::int64_t count, const Member& member) {
  std::vector<Tensor> parts;
  for (std::int64_t i = first; i < first + count; ++i) parts.push_back(member(states[i]));
  return torch::cat(parts, 0);
}

Tensor huber(const Tensor& off) {  // [N,2] -> [N]
  const Tensor size = off.abs();
  return torch::where(size < 1, 0.5 * off * off, size - 0.5).sum(1);
}

// 1 for components that draw something: [B*K]
Tensor carries(const model::State& state) {
  return state.psi.detach().amax(2).gt(model::kOutline).to(state.psi.dtype()).flatten();
}

Tensor seen(const model::State& state) { return state.cell.place.seen.detach(); }

}  // namespace

Tensor blind_practice(const model::Model& model, const ops::Ops& ops,
                      const std::vector<model::State>& watched, std::int64_t steps) {
  // the state after step s has places for frame s + 1, which step s + 1 sees
  const auto last = static_cast<std::int64_t>(watched.size()) - 1;
  if (last < 1) return {};
  steps = std::min(steps, last - 1);
  const std::int64_t first = std::min(kSettled, last - 1 - steps), ways = last - steps - first;
  const std::int64_t k = watched[0].psi.size(1);
  const auto start = [&](const auto& member) {
    return below_each_other(watched, first, ways, member);
  };
  model::CellState cell;
  cell.theta = start([](const model::State& s) { return s.cell.theta; });
  cell.memory = start([](const model::State& s) { return s.cell.memory; });
  cell.place.p = start([](const model::State& s) { return s.cell.place.p; });
  cell.place.v = start([](const model::State& s) { return s.cell.place.v; });
  cell.place.spread = start([](const model::State& s) { return s.cell.place.spread; });
  std::vector<model::CellState> way = model.carry(ops, cell, k, steps);
  way.insert(way.begin(), cell);
  Tensor sum;
  for (std::int64_t i = 0; i <= steps; ++i) {
    const auto there = [&](const auto& member) {
      return below_each_other(watched, first + 1 + i, ways, member);
    };
    const Tensor known = (way[i].place.spread.detach().narrow(1, 0, 1) + kSeen).sqrt();
    const Tensor term = (huber((way[i].place.p - there(seen)) / known) * there(carries)).sum();
    sum = sum.defined() ? sum + term : term;
  }
  return sum / static_cast<double>(ways * (steps + 1));
}

Tensor turn_practice(const std::vector<model::State>& watched) {
  const std::int64_t count = static_cast<std::int64_t>(watched.size()) - 1 - 2 * kSettled;
  if (count < 1) return {};
  // the state after step s moves to frame s + 1, which step s + 1 sees
  const auto after = [&](std::int64_t frames, const auto& member) {
    return below_each_other(watched, kSettled + frames, count, member);
  };
  const Tensor v = after(0, [](const model::State& s) { return s.cell.place.v; });
  const Tensor start = after(1, seen), end = after(1 + kSettled, seen);
  const Tensor later = (end - start) / static_cast<double>(kSettled);
  Tensor straight = after(1, carries);
  for (std::int64_t frames = 1; frames < kSettled; ++frames) {
    const Tensor line = start + later * static_cast<double>(frames);
    const Tensor beside = (after(1 + frames, seen) - line).square().sum(1);
    straight = straight * beside.lt(kStraight * kStraight).to(v.dtype());
  }
  return (huber((v - later) / kSlow) * straight).sum() / static_cast<double>(count);
}

}  // namespace rnem::training
