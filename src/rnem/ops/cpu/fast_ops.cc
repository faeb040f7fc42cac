// Chooses, call by call, between the fused kernels and the reference.
#include "rnem/core/error.h"
#include "rnem/machine/instruction_set.h"
#include "rnem/ops/cpu/fast_em_step.h"
#include "rnem/ops/cpu/fast_interaction.h"
#include "rnem/ops/cpu/fast_network.h"
#include "rnem/ops/cpu/fast_tensor.h"
#include "rnem/ops/ops.h"

namespace rnem::ops {
namespace {

FeatureShape map_shape(const Tensor& x) { return {x.size(1), x.size(2), x.size(3)}; }

// a convolution's specification, as a config's line would give it
LayerSpec conv_spec(LayerKind kind, const Affine& affine, std::int64_t stride, std::int64_t height,
                    std::int64_t width, const Norm& norm, Activation activation) {
  const Tensor& w = affine.weight;
  return {kind,
          w.size(2),
          w.size(3),
          stride,
          {height, width, w.size(0)},
          activation,
          norm.on(),
          affine.bias.defined()};
}

class FastOps final : public Ops {
 public:
  FastOps(std::string name, kernels::Arithmetic arithmetic)
      : name_(std::move(name)), arithmetic_(arithmetic), reference_(reference_ops()) {}

  std::string name() const override { return name_; }

  Tensor conv(const Tensor& x, const Affine& affine, std::int64_t stride, const Norm& norm,
              Activation activation) const override {
    const LayerSpec spec =
        conv_spec(LayerKind::kConv, affine, stride, (x.size(1) + stride - 1) / stride,
                  (x.size(2) + stride - 1) / stride, norm, activation);
    if (Tensor y = map_layer(x, {spec, affine, norm}); y.defined()) return y;
    return reference_->conv(x, affine, stride, norm, activation);
  }

  Tensor upsample_conv(const Tensor& x, std::int64_t height, std::int64_t width,
                       const Affine& affine, const Norm& norm,
                       Activation activation) const override {
    const LayerSpec spec =
        conv_spec(LayerKind::kUpsampleConv, affine, 1, height, width, norm, activation);
    if (Tensor y = map_layer(x, {spec, affine, norm}); y.defined()) return y;
    return reference_->upsample_conv(x, height, width, affine, norm, activation);
  }

  Tensor dense(const Tensor& x, const Affine& affine, const Norm& norm,
               Activation activation) const override {
    if (!is_fast(x)) return reference_->dense(x, affine, norm, activation);
    const FeatureShape input{0, 0, x.size(1)}, output{0, 0, affine.weight.size(0)};
    const LayerSpec spec{LayerKind::kDense,    1, 1, 1, output, activation, norm.on(),
                         affine.bias.defined()};
    return fast_network(x, input, {{spec, affine, norm}}, arithmetic_);
  }

  // fuses every run of layers that the kernels know
  Tensor network(const Tensor& x, FeatureShape input,
                 const std::vector<NetworkLayer>& layers) const override {
    Tensor h = x;
    for (std::size_t begin = 0; begin < layers.size();) {
      std::vector<NetworkLayer> run;
      FeatureShape shape = input;
      std::size_t end = begin;
      for (; end < layers.size() && fast_network_supports(h, shape, {layers[end]}); ++end) {
        run.push_back(layers[end]);
        shape = layers[end].spec.output;
      }
      if (run.empty()) {
        run.push_back(layers[end]);
        shape = layers[end++].spec.output;
        h = reference_->network(h, input, run);
      } else {
        h = fast_network(h, input, run, arithmetic_);
      }
      input = shape;
      begin = end;
    }
    return h;
  }

  Tensor norm_activation(const Tensor& x, const Norm& norm, Activation activation) const override {
    if (!is_fast(x)) return reference_->norm_activation(x, norm, activation);
    return fast_norm_activation(x, norm, activation);
  }

  Tensor pairs(const Tensor& focus, const Tensor& context, const Norm& norm,
               Activation activation) const override {
    if (!is_fast(focus) || focus.size(1) < 2) {
      return reference_->pairs(focus, context, norm, activation);
    }
    return fast_pairs(focus, context, norm, activation);
  }

  Tensor attend(const Tensor& alpha, const Tensor& effects) const override {
    if (!is_fast(effects) || effects.size(1) < 2) return reference_->attend(alpha, effects);
    return fast_attend(alpha, effects);
  }

  Tensor masked_residual(const Tensor& gamma, const Tensor& x, const Tensor& psi) const override {
    if (!is_fast(psi) || wants_gradient(gamma)) return reference_->masked_residual(gamma, x, psi);
    return fast_masked_residual(gamma, x, psi);
  }

  StepLoss step_loss(const Tensor& psi, const Tensor& target,
                     const LossConfig& settings) const override {
    if (!is_fast(psi) || settings.through_gamma || settings.prior != 0.0) {
      return reference_->step_loss(psi, target, settings);
    }
    return fast_step_loss(psi, target, settings.inter_weight);
  }

 private:
  // undefined if the kernels do not know such a layer
  Tensor map_layer(const Tensor& x, const NetworkLayer& layer) const {
    const FeatureShape input = map_shape(x), output = layer.spec.output;
    if (!fast_network_supports(x, input, {layer})) return {};
    return fast_network(x, input, {layer}, arithmetic_)
        .reshape({x.size(0), output.height, output.width, output.channels});
  }

  std::string name_;
  kernels::Arithmetic arithmetic_;
  std::shared_ptr<const Ops> reference_;
};

}  // namespace

std::shared_ptr<const Ops> fast_ops(Precision precision) {
  using kernels::Arithmetic;
  const auto make = [](const char* name, Arithmetic arithmetic) {
    return std::make_shared<FastOps>(name, arithmetic);
  };
  switch (precision) {
    case Precision::kFloat32:
      return make("fast fp32", Arithmetic::kFloat32);
    case Precision::kEmulatedBfloat16:
      return make("fast bf16 (emulated)", Arithmetic::kEmulatedBfloat16);
    case Precision::kBfloat16:
      if (machine::has_native_bf16()) return make("fast bf16", Arithmetic::kBfloat16);
      return make("fast fp32 (no bf16 in this processor)", Arithmetic::kFloat32);
  }
  fail("no such precision");
}

}  // namespace rnem::ops
