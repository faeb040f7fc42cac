#include "rnem/model/model.h"

#include "rnem/core/error.h"
#include "rnem/model/gradient_em.h"
#include "rnem/model/recurrent_em.h"

namespace rnem::model {

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
