#include <cmath>

#include "rnem/ops/cpu/fast_nodes.h"
#include "rnem/ops/cpu/fast_tensor.h"
#include "rnem/ops/kernels/colour_step.h"

namespace rnem::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Of drawn [B*K,D*(C+1)] in front of a background [B,D*C].
kernels::ColourShape drawn_shape(const Tensor& drawn, const Tensor& background,
                                 std::int64_t channels) {
  const std::int64_t batch = background.size(0);
  return {batch, static_cast<int>(drawn.size(0) / batch), background.size(1) / channels,
          static_cast<int>(channels)};
}

// Of gamma [B,K,D] and psi [B,K,D*C].
kernels::ColourShape shape_of(const Tensor& gamma, const Tensor& psi) {
  return {gamma.size(0), static_cast<int>(gamma.size(1)), gamma.size(2),
          static_cast<int>(psi.size(2) / gamma.size(2))};
}

const float* gradient_data(const Tensor& x) { return x.defined() ? x.data_ptr<float>() : nullptr; }

// Returns psi, mask.
class ShowFunction : public torch::autograd::Function<ShowFunction> {
 public:
  static variable_list forward(AutogradContext* context, const Tensor& drawn,
                               const Tensor& background, std::int64_t channels) {
    const auto shape = drawn_shape(drawn, background, channels);
    const Tensor psi = empty({drawn.size(0), background.size(1)});
    const Tensor mask = empty({drawn.size(0), shape.pixels});
    kernels::show_forward(shape, drawn.data_ptr<float>(), background.data_ptr<float>(),
                          psi.data_ptr<float>(), mask.data_ptr<float>());
    context->save_for_backward({drawn, background});
    context->saved_data["channels"] = channels;
    context->set_materialize_grads(false);
    return {psi, mask};
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    check_differentiates_once();
    const variable_list saved = context->get_saved_variables();
    const auto shape = drawn_shape(saved[0], saved[1], context->saved_data["channels"].toInt());
    const auto plain = [](const Tensor& x) { return x.defined() ? contiguous(x) : Tensor(); };
    const Tensor dpsi = plain(gradients[0]), dmask = plain(gradients[1]);
    const Tensor ddrawn = empty(saved[0].sizes());
    kernels::show_backward(shape, saved[0].data_ptr<float>(), saved[1].data_ptr<float>(),
                           gradient_data(dpsi), gradient_data(dmask), ddrawn.data_ptr<float>());
    return {ddrawn, Tensor(), Tensor()};
  }
};

class SightFunction : public torch::autograd::Function<SightFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& psi, const Tensor& mask,
                        const Tensor& gamma, const Tensor& x) {
    const auto shape = shape_of(gamma, psi);
    Tensor out = empty({shape.batch * shape.components, shape.pixels * (shape.channels + 1)});
    kernels::sight_forward(shape, gamma.data_ptr<float>(), x.data_ptr<float>(),
                           psi.data_ptr<float>(), mask.data_ptr<float>(), out.data_ptr<float>());
    context->save_for_backward({gamma});
    context->saved_data["numbers"] = psi.size(2);
    return out;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    check_differentiates_once();
    const Tensor gamma = context->get_saved_variables()[0];
    const Tensor dpsi =
        empty({gamma.size(0), gamma.size(1), context->saved_data["numbers"].toInt()});
    const Tensor dout = contiguous(gradients[0]), dmask = empty(gamma.sizes());
    kernels::sight_backward(shape_of(gamma, dpsi), gamma.data_ptr<float>(), dout.data_ptr<float>(),
                            dpsi.data_ptr<float>(), dmask.data_ptr<float>());
    return {dpsi, dmask, Tensor(), Tensor()};
  }
};

// Returns total, gamma, intra, inter; only the first is differentiable.
class GaussianLossFunction : public torch::autograd::Function<GaussianLossFunction> {
 public:
  static variable_list forward(AutogradContext* context, const Tensor& psi, const Tensor& target,
                               const Tensor& background, const Tensor& log_deviation,
                               std::int64_t channels, bool learned, double inter_weight) {
    const Tensor gamma = empty({psi.size(0), psi.size(1), psi.size(2) / channels});
    const Tensor inter = empty({psi.size(0)});
    Tensor intra = empty({psi.size(0)});
    const double sigma = std::exp(log_deviation.item<double>());
    const double scale = 0.5 / (sigma * sigma);
    kernels::gaussian_loss_forward(shape_of(gamma, psi), static_cast<float>(scale),
                                   psi.data_ptr<float>(), target.data_ptr<float>(),
                                   background.data_ptr<float>(), gamma.data_ptr<float>(),
                                   intra.data_ptr<float>(), inter.data_ptr<float>());
    const Tensor squares = intra + inter_weight * inter;
    const auto numbers = static_cast<double>(target.size(1));
    if (learned) intra = intra + log_deviation.detach() * numbers;
    context->save_for_backward({psi, target, background, gamma, squares});
    context->saved_data["scale"] = scale;
    context->saved_data["inter_weight"] = inter_weight;
    context->saved_data["learned"] = learned;
    context->mark_non_differentiable({gamma, intra, inter});
    context->set_materialize_grads(false);
    return {intra + inter_weight * inter, gamma, intra, inter};
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    check_differentiates_once();
    variable_list result(7);
    if (!gradients[0].defined()) return result;
    const variable_list saved = context->get_saved_variables();
    const Tensor &psi = saved[0], &target = saved[1], &gamma = saved[3];
    const Tensor dtotal = contiguous(gradients[0]), dpsi = empty(psi.sizes());
    kernels::gaussian_loss_backward(
        shape_of(gamma, psi), static_cast<float>(context->saved_data["scale"].toDouble()),
        psi.data_ptr<float>(), target.data_ptr<float>(), saved[2].data_ptr<float>(),
        gamma.data_ptr<float>(), static_cast<float>(context->saved_data["inter_weight"].toDouble()),
        dtotal.data_ptr<float>(), dpsi.data_ptr<float>());
    result[0] = dpsi;
    if (context->saved_data["learned"].toBool()) {
      // squares / 2 sigma² + numbers log sigma, by log sigma
      const auto numbers = static_cast<double>(target.size(1));
      result[3] = (dtotal * (numbers - 2 * saved[4])).sum().reshape({1});
    }
    return result;
  }
};

}  // namespace

Shown fast_show(const Tensor& drawn, const Tensor& background, std::int64_t channels) {
  const variable_list out =
      ShowFunction::apply(drawn.contiguous(), background.detach().contiguous(), channels);
  return {out[0], out[1]};
}

Tensor fast_sight(const Tensor& gamma, const Tensor& x, const Tensor& psi, const Tensor& mask) {
  return SightFunction::apply(psi.contiguous(), mask.contiguous(), gamma.detach().contiguous(),
                              x.detach().contiguous());
}

StepLoss fast_gaussian_loss(const Tensor& psi, const Tensor& target, const GaussianPixels& pixels,
                            const LossConfig& settings) {
  // autograd takes no undefined tensors
  const bool learned = pixels.log_deviation.defined();
  const Tensor log_deviation =
      learned ? pixels.log_deviation : torch::full({1}, std::log(settings.deviation));
  const variable_list out = GaussianLossFunction::apply(
      psi.contiguous(), target.contiguous(), pixels.background.detach().contiguous(), log_deviation,
      pixels.channels, learned, settings.inter_weight);
  return {out[1], out[0], out[2], out[3]};
}

}  // namespace rnem::ops
