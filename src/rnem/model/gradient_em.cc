#include "rnem/model/gradient_em.h"

namespace rnem::model {
namespace {

bool has_closed_form(const std::vector<LayerSpec>& decoder) {
  return decoder.size() == 1 && decoder[0].kind == LayerKind::kDense && !decoder[0].norm &&
         decoder[0].activation == Activation::kSigmoid;
}

}  // namespace

GradientEm::GradientEm(const Settings& settings, std::uint64_t seed, MStepForm form)
    : Model(settings, seed) {
  const ModelConfig& config = settings.model;
  const FeatureShape hidden{0, 0, config.hidden};
  const auto layers = parse_layers(config.decoder, hidden, "model.decoder");
  decoder_ = std::make_unique<Network>("decoder", layers, hidden, config.norm_epsilon, parameters_);
  if (form == MStepForm::kFastest && has_closed_form(layers)) {
    linear_decoder_ = parameters_.all().front().second;
  }
  eta_ = config.learn_eta ? parameters_.constant("eta", {1}, config.eta)
                          : torch::full({1}, config.eta);
}

Tensor GradientEm::decode(const Ops& ops, const Tensor& theta) const {
  return decoder_->forward(ops, torch::sigmoid(theta));
}

Tensor GradientEm::closed_form_ascent(const Tensor& theta, const Tensor& residual) const {
  const Tensor s = torch::sigmoid(theta);
  return s * (1 - s) * torch::matmul(residual, linear_decoder_);
}

Tensor GradientEm::automatic_ascent(const Ops& ops, const Tensor& theta, const Tensor& gamma,
                                    const Tensor& x) const {
  // Q needs its graph even in evaluation; training needs the gradient of the gradient
  const bool training = torch::GradMode::is_enabled();
  const torch::AutoGradMode with_grad(true);
  const Tensor leaf =
      training && theta.requires_grad() ? theta : theta.detach().requires_grad_(true);
  const Tensor psi = decode(ops, leaf)
                         .clamp(ops::kSmallestProbability, 1 - ops::kSmallestProbability)
                         .reshape(gamma.sizes());
  const Tensor y = x.unsqueeze(1);
  const Tensor q = (gamma * (y * psi.log() + (1 - y) * (1 - psi).log())).sum();
  return torch::autograd::grad({q}, {leaf}, {}, /*retain_graph=*/training,
                               /*create_graph=*/training)[0];
}

double GradientEm::multiply_adds(std::int64_t /*k*/) const {
  return 3 * decoder_->multiply_adds();  // psi of theta, the way back to theta, the next psi
}

MStep GradientEm::m_step(const Ops& ops, const State& state, const Tensor& x,
                         const Tensor& /*action*/) const {
  const auto shape = state.psi.sizes();
  const std::int64_t rows = shape[0] * shape[1];
  const Tensor& theta = state.cell.theta;
  Tensor ascent;
  if (linear_decoder_.defined()) {
    // psi of this theta: the state's psi is 0 before the first step
    const Tensor psi = decode(ops, theta).reshape(shape);
    ascent =
        closed_form_ascent(theta, (state.gamma * (x.unsqueeze(1) - psi)).reshape({rows, shape[2]}));
  } else {
    ascent = automatic_ascent(ops, theta, state.gamma, x);
  }
  const Tensor next = theta + eta_.to(theta.options()) * ascent;
  return {{next, {}, {}}, decode(ops, next).reshape(shape), {}};
}

}  // namespace rnem::model
