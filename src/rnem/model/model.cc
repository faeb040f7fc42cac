#include "rnem/model/model.h"

#include <cmath>

#include "rnem/core/error.h"
#include "rnem/model/gradient_em.h"
#include "rnem/model/recurrent_em.h"

namespace rnem::model {

Tensor State::mixture() const {
  if (!mask.defined()) return (gamma * psi).sum(1);
  const auto channels = psi.size(2) / gamma.size(2);
  return (gamma.unsqueeze(3) * psi.unflatten(2, {gamma.size(2), channels})).sum(1).flatten(1);
}

Tensor State::picture() const {
  if (!mask.defined()) return psi.amax(1);
  const std::int64_t batch = psi.size(0), pixels = mask.size(2), channels = psi.size(2) / pixels;
  const Tensor owner = mask.argmax(1, /*keepdim=*/true).unsqueeze(3);
  return psi.reshape({batch, -1, pixels, channels})
      .gather(1, owner.expand({batch, 1, pixels, channels}))
      .reshape({batch, -1});
}

Model::Model(const Settings& settings, std::uint64_t seed)
    : settings_(settings), parameters_(seed) {
  const ops::LossConfig& loss = settings.loss;
  if (loss.gaussian() && loss.learn_deviation) {
    log_deviation_ = parameters_.constant("deviation", {1}, std::log(loss.deviation));
  }
}

std::unique_ptr<Model> Model::create(const Settings& settings, std::uint64_t seed) {
  if (settings.model.traits().update == ThetaUpdate::kGradient) {
    return std::make_unique<GradientEm>(settings, seed);
  }
  return std::make_unique<RecurrentEm>(settings, seed);
}

std::vector<CellState> Model::carry(const Ops&, const CellState&, std::int64_t,
                                    std::int64_t) const {
  RNEM_CHECK(false, "a model with places");
  return {};
}

void Model::to(torch::Device device, torch::Dtype type) {
  const torch::NoGradGuard no_grad;
  for (const auto& [name, tensor] : parameters_.all()) {
    // the layers hold the same tensors: change what they point to, not which they are
    Tensor shared = tensor;
    shared.set_data(tensor.to(device, type));
  }
}

torch::TensorOptions Model::tensor_options() const {
  return parameters_.all().front().second.options().requires_grad(false);
}

}  // namespace rnem::model
