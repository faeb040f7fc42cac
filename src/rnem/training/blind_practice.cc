#include "rnem/training/blind_practice.h"

#include "rnem/core/error.h"

namespace rnem::training {
namespace {

// Nats for a pixel of squared error: beside them an object's edge is worth about as much.
constexpr double kPlaceWeight = 20.0;

// [B]: sum over components that draw something
torch::Tensor place_loss(const model::Place& blind, const model::State& watching) {
  const std::int64_t batch = watching.psi.size(0);
  const torch::Tensor carries =
      watching.psi.detach().amax(2).gt(model::kOutline).to(watching.psi.dtype());
  const torch::Tensor off = blind.p - watching.cell.place.p.detach();
  const torch::Tensor size = off.abs();
  const torch::Tensor huber = torch::where(size < 1, 0.5 * off * off, size - 0.5).sum(1);
  return (huber.reshape({batch, -1}) * carries).sum(1) * kPlaceWeight;
}

}  // namespace

torch::Tensor blind_practice(const model::Model& model, const ops::Ops& ops,
                             const std::vector<model::State>& watched, std::int64_t first,
                             const std::vector<torch::Tensor>& targets) {
  RNEM_CHECK(watched.size() > 1, "a state to start from and one to compare with");
  const model::ModelConfig& config = model.config();
  model::State state = watched.front();
  torch::Tensor sum;
  for (std::size_t i = 1; i < watched.size(); ++i) {
    const model::MStep step = model.m_step(ops, state, {}, {});
    const torch::Tensor psi =
        model::draw(step.drawing, watched[i].cell.place.p.detach(), config.height, config.width)
            .reshape(state.psi.sizes());
    const torch::Tensor& target = targets[static_cast<std::size_t>(first) + i];
    const torch::Tensor term = ops.step_loss(psi, target, model.settings().loss).total.sum() +
                               place_loss(step.cell.place, watched[i]).sum();
    sum = sum.defined() ? sum + term : term;
    state = {step.cell, step.psi, watched[i].gamma};
  }
  return sum / static_cast<double>(watched.size() - 1);
}

}  // namespace rnem::training
