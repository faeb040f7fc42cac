#include "rnem/machine/parallel.h"
#include "rnem/ops/cpu/fast_nodes.h"
#include "rnem/ops/cpu/fast_tensor.h"
#include "rnem/ops/kernels/dense.h"
#include "rnem/ops/kernels/norm_act.h"
#include "rnem/ops/kernels/pairs.h"

namespace rnem::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;
using MaybeTensor = c10::optional<Tensor>;

// autograd takes no undefined tensors, but no tensor at all is fine
MaybeTensor maybe(const Tensor& x) { return x.defined() ? MaybeTensor(x) : c10::nullopt; }

// scale and shift may be undefined: no layer norm
kernels::NormActivation norm_activation(const Tensor& scale, const Tensor& shift, double epsilon,
                                        std::int64_t activation) {
  return {scale.defined() ? scale.data_ptr<float>() : nullptr,
          shift.defined() ? shift.data_ptr<float>() : nullptr, static_cast<float>(epsilon),
          static_cast<kernels::Activation>(activation)};
}

void save_settings(AutogradContext* context, double epsilon, std::int64_t activation) {
  context->saved_data["epsilon"] = epsilon;
  context->saved_data["activation"] = activation;
}

kernels::NormActivation saved_norm_activation(AutogradContext* context, const Tensor& scale,
                                              const Tensor& shift) {
  return norm_activation(scale, shift, context->saved_data["epsilon"].toDouble(),
                         context->saved_data["activation"].toInt());
}

Tensor like_or_none(const Tensor& x) { return x.defined() ? empty(x.sizes()) : Tensor(); }

float* data_or_null(const Tensor& x) { return x.defined() ? x.data_ptr<float>() : nullptr; }

class NormActivationFunction : public torch::autograd::Function<NormActivationFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& x, const MaybeTensor& scale_or_none,
                        const MaybeTensor& shift_or_none, double epsilon, std::int64_t activation) {
    const Tensor scale = scale_or_none.value_or(Tensor()), shift = shift_or_none.value_or(Tensor());
    const auto op = norm_activation(scale, shift, epsilon, activation);
    const std::int64_t n = x.size(0);
    const int channels = static_cast<int>(x.size(1));
    Tensor y = empty(x.sizes());
    const Tensor stats = empty({n, 2});
    const auto* in = x.data_ptr<float>();
    auto* out = y.data_ptr<float>();
    auto* row_stats = reinterpret_cast<kernels::NormStats*>(stats.data_ptr<float>());
    machine::parallel_for(n, 8, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t i = begin; i < end; ++i) {
        row_stats[i] = kernels::norm_stats(op, in + i * channels, channels);
        kernels::norm_activate(op, {1, 1, channels}, row_stats[i], in + i * channels,
                               {out + i * channels, channels});
      }
    });
    // with a layer norm the gradient is made from x, without from y
    context->save_for_backward({op.on() ? x : y, stats, scale, shift});
    save_settings(context, epsilon, activation);
    return y;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    check_differentiates_once();
    const variable_list saved = context->get_saved_variables();
    const Tensor &map = saved[0], &stats = saved[1];
    const auto op = saved_norm_activation(context, saved[2], saved[3]);
    const int channels = static_cast<int>(map.size(1));
    const Tensor dy = contiguous(gradients[0]), dx = empty(map.sizes());
    const Tensor dscale = like_or_none(saved[2]), dshift = like_or_none(saved[3]);
    const kernels::Kept kept{map.data_ptr<float>(),
                             reinterpret_cast<kernels::NormStats*>(stats.data_ptr<float>())};
    const Tensor scratch = workspace(std::size_t{5} * channels * machine::max_threads());
    kernels::norm_activate_gradient_rows(
        op, map.size(0), channels, kept, dy.data_ptr<float>(), dx.data_ptr<float>(),
        {nullptr, nullptr, data_or_null(dscale), data_or_null(dshift)}, scratch.data_ptr<float>());
    return {dx, dscale, dshift, Tensor(), Tensor()};
  }
};

kernels::PairShape pair_shape(const Tensor& rows) {
  return {rows.size(0), static_cast<int>(rows.size(1)), static_cast<int>(rows.size(-1))};
}

class PairsFunction : public torch::autograd::Function<PairsFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& focus, const Tensor& other,
                        const MaybeTensor& scale_or_none, const MaybeTensor& shift_or_none,
                        double epsilon, std::int64_t activation) {
    const Tensor scale = scale_or_none.value_or(Tensor()), shift = shift_or_none.value_or(Tensor());
    const auto shape = pair_shape(focus);
    Tensor xi = empty({shape.batch, shape.components, shape.components - 1, shape.m});
    kernels::pair_forward(norm_activation(scale, shift, epsilon, activation), shape,
                          focus.data_ptr<float>(), other.data_ptr<float>(), xi.data_ptr<float>());
    context->save_for_backward({focus, other, scale, shift});
    save_settings(context, epsilon, activation);
    return xi;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    check_differentiates_once();
    const variable_list saved = context->get_saved_variables();
    const Tensor &focus = saved[0], &other = saved[1];
    const auto shape = pair_shape(focus);
    const Tensor dxi = contiguous(gradients[0]);
    const Tensor dfocus = empty(focus.sizes()), dother = empty(other.sizes());
    const Tensor dscale = like_or_none(saved[2]), dshift = like_or_none(saved[3]);
    const Tensor scratch = workspace(kernels::pair_backward_workspace(shape));
    kernels::pair_backward(saved_norm_activation(context, saved[2], saved[3]), shape,
                           focus.data_ptr<float>(), other.data_ptr<float>(), dxi.data_ptr<float>(),
                           dfocus.data_ptr<float>(), dother.data_ptr<float>(),
                           {nullptr, nullptr, data_or_null(dscale), data_or_null(dshift)},
                           scratch.data_ptr<float>());
    return {dfocus, dother, dscale, dshift, Tensor(), Tensor()};
  }
};

class AttendFunction : public torch::autograd::Function<AttendFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& alpha, const Tensor& effects) {
    const auto shape = pair_shape(effects);
    Tensor out = empty({shape.batch, shape.components, shape.m});
    kernels::attend_forward(shape, alpha.data_ptr<float>(), effects.data_ptr<float>(),
                            out.data_ptr<float>());
    context->save_for_backward({alpha, effects});
    return out;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    check_differentiates_once();
    const variable_list saved = context->get_saved_variables();
    const Tensor dout = contiguous(gradients[0]);
    const Tensor dalpha = empty(saved[0].sizes()), deffects = empty(saved[1].sizes());
    kernels::attend_backward(pair_shape(saved[1]), saved[0].data_ptr<float>(),
                             saved[1].data_ptr<float>(), dout.data_ptr<float>(),
                             dalpha.data_ptr<float>(), deffects.data_ptr<float>());
    return {dalpha, deffects};
  }
};

}  // namespace

Tensor fast_norm_activation(const Tensor& x, const Norm& norm, Activation activation) {
  return NormActivationFunction::apply(x.contiguous(), maybe(norm.scale), maybe(norm.shift),
                                       norm.epsilon, static_cast<std::int64_t>(activation));
}

Tensor fast_pairs(const Tensor& focus, const Tensor& context, const Norm& norm,
                  Activation activation) {
  return PairsFunction::apply(focus.contiguous(), context.contiguous(), maybe(norm.scale),
                              maybe(norm.shift), norm.epsilon,
                              static_cast<std::int64_t>(activation));
}

Tensor fast_attend(const Tensor& alpha, const Tensor& effects) {
  return AttendFunction::apply(alpha.contiguous(), effects.contiguous());
}

}  // namespace rnem::ops
