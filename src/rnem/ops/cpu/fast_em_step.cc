#include "rnem/ops/cpu/fast_nodes.h"
#include "rnem/ops/cpu/fast_tensor.h"
#include "rnem/ops/kernels/em_step.h"

namespace rnem::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

kernels::PixelShape pixel_shape(const Tensor& psi) {
  return {psi.size(0), static_cast<int>(psi.size(1)), psi.size(2)};
}

class ResidualFunction : public torch::autograd::Function<ResidualFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& psi, const Tensor& gamma,
                        const Tensor& x) {
    Tensor out = empty(psi.sizes());
    kernels::residual_forward(pixel_shape(psi), gamma.data_ptr<float>(), x.data_ptr<float>(),
                              psi.data_ptr<float>(), out.data_ptr<float>());
    context->save_for_backward({gamma});
    return out;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    check_differentiates_once();
    const Tensor gamma = context->get_saved_variables()[0];
    const Tensor dresidual = contiguous(gradients[0]), dpsi = empty(gamma.sizes());
    kernels::residual_backward(pixel_shape(gamma), gamma.data_ptr<float>(),
                               dresidual.data_ptr<float>(), dpsi.data_ptr<float>());
    return {dpsi, Tensor(), Tensor()};
  }
};

// Returns total, gamma, intra, inter; only the first is differentiable.
class StepLossFunction : public torch::autograd::Function<StepLossFunction> {
 public:
  static variable_list forward(AutogradContext* context, const Tensor& psi, const Tensor& target,
                               double inter_weight) {
    const auto shape = pixel_shape(psi);
    const Tensor gamma = empty(psi.sizes());
    const Tensor intra = empty({shape.batch}), inter = empty({shape.batch});
    kernels::step_loss_forward(shape, psi.data_ptr<float>(), target.data_ptr<float>(),
                               gamma.data_ptr<float>(), intra.data_ptr<float>(),
                               inter.data_ptr<float>());
    context->save_for_backward({psi, target, gamma});
    context->saved_data["inter_weight"] = inter_weight;
    context->mark_non_differentiable({gamma, intra, inter});
    // the gradients of the other outputs would be zeros that nobody reads
    context->set_materialize_grads(false);
    return {intra + inter_weight * inter, gamma, intra, inter};
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    check_differentiates_once();
    if (!gradients[0].defined()) return {Tensor(), Tensor(), Tensor()};
    const variable_list saved = context->get_saved_variables();
    const Tensor dtotal = contiguous(gradients[0]), dpsi = empty(saved[0].sizes());
    kernels::step_loss_backward(pixel_shape(saved[0]), saved[0].data_ptr<float>(),
                                saved[1].data_ptr<float>(), saved[2].data_ptr<float>(),
                                static_cast<float>(context->saved_data["inter_weight"].toDouble()),
                                dtotal.data_ptr<float>(), dpsi.data_ptr<float>());
    return {dpsi, Tensor(), Tensor()};
  }
};

}  // namespace

Tensor fast_masked_residual(const Tensor& gamma, const Tensor& x, const Tensor& psi) {
  return ResidualFunction::apply(psi.contiguous(), gamma.contiguous(), x.contiguous());
}

StepLoss fast_step_loss(const Tensor& psi, const Tensor& target, double inter_weight) {
  const variable_list out =
      StepLossFunction::apply(psi.contiguous(), target.contiguous(), inter_weight);
  return {out[1], out[0], out[2], out[3]};
}

}  // namespace rnem::ops
