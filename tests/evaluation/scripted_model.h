// Models whose answers are known beforehand.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "observers.h"
#include "places.h"
#include "rnem/dataset/batches.h"
#include "rnem/dataset/live_source.h"
#include "rnem/evaluation/session.h"
#include "rnem/world.h"
#include "rnem/worlds/billiards.h"
#include "runtimes.h"

namespace rnem::testing {

// Four balls of which no pixel is of two, so that masks_of() shows whole frames.
inline const std::string kHardBalls = in_source("configs/worlds/balls4mass64-exact.toml");

// psi and alpha of step t (about frame t + 1) are what the script says.
struct Answer {
  torch::Tensor psi;         // [B,K,D]
  torch::Tensor alpha;       // [B,K,K-1] or undefined
  torch::Tensor theta = {};  // [B*K,M]; undefined: as it was
};
using Script = std::function<Answer(std::int64_t t)>;

class ScriptedModel final : public model::Model {
 public:
  ScriptedModel(const model::Settings& settings, Script script)
      : Model(settings, 0), script_(std::move(script)) {
    parameters_.constant("unused", {1}, 0.0);  // weights say which device and precision
  }
  model::MStep m_step(const ops::Ops&, const model::State& state, const torch::Tensor&,
                      const torch::Tensor&) const override {
    const Answer answer = script_(t_++);
    model::CellState cell = state.cell;
    if (answer.theta.defined()) cell.theta = answer.theta;
    return {cell, answer.psi, answer.alpha};
  }
  double multiply_adds(std::int64_t) const override { return 0; }

 private:
  Script script_;
  mutable std::int64_t t_ = 0;  // one batch only
};

// `model` on sequences of a preset.
inline evaluation::Session session_of(std::unique_ptr<model::Model> model, const std::string& world,
                                      std::uint64_t seed = 1) {
  return {{std::move(model), {}}, dataset::open_source("live:" + world, seed),
          dataset::Split::kTest,  seed,
          reference_runtime(),    nobody()};
}

// The batch that evaluating the first `count` sequences sees.
inline dataset::Batch batch_of(const std::string& world, int count, int frames,
                               std::uint64_t seed = 1) {
  const auto source = dataset::open_source("live:" + world, seed);
  std::vector<dataset::Item> items;
  for (int i = 0; i < count; ++i) items.push_back({i, 0});
  return dataset::load_batch(*source, dataset::Split::kTest, items, frames);
}

// groups [B,H,W] -> psi [B,K,D]: component k shows object k + 1 as it is visible.
inline torch::Tensor masks_of(const torch::Tensor& groups, std::int64_t k) {
  std::vector<torch::Tensor> masks;
  for (std::int64_t i = 0; i < k; ++i) {
    masks.push_back(groups.flatten(1).eq(i + 1).to(torch::kFloat32));
  }
  return torch::stack(masks, 1);
}

// Discs [B][K] in pixels -> psi [B,K,D] with soft edges, so that centres are exact to 0.02; where
// the distance from the centre is the radius it is 1/2.
inline torch::Tensor discs_of(const std::vector<std::vector<worlds::Disc>>& discs, int size) {
  const torch::Tensor index = torch::arange(size * size, torch::kFloat32);
  const torch::Tensor x = torch::remainder(index, size) + 0.5;
  const torch::Tensor y = torch::floor(index / size) + 0.5;
  std::vector<torch::Tensor> pictures;
  for (const auto& sequence : discs) {
    std::vector<torch::Tensor> components;
    for (const worlds::Disc& disc : sequence) {
      const torch::Tensor off = torch::sqrt((x - disc.x).square() + (y - disc.y).square());
      components.push_back(torch::clamp(disc.radius + 0.5 - off, 0.0, 1.0));
    }
    pictures.push_back(torch::stack(components));
  }
  return torch::stack(pictures);
}

}  // namespace rnem::testing
