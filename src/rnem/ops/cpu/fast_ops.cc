// Chooses, call by call, between the fused kernels and the reference.
#include "rnem/core/error.h"
#include "rnem/machine/instruction_set.h"
#include "rnem/ops/cpu/fast_nodes.h"
#include "rnem/ops/cpu/fast_tensor.h"
#include "rnem/ops/cpu/network_plan.h"
#include "rnem/ops/cpu/weight_rows.h"
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
  FastOps(std::string name, Precision precision)
      : name_(std::move(name)),
        precision_(precision),
        plans_(std::make_shared<NetworkPlans>(precision)),
        reference_(reference_ops()) {}

  std::string name() const override { return name_; }

  std::unique_ptr<WeightGradients> collect_weight_gradients() const override;

  // the same operators and plans, with rows of dense weights left there by backward passes
  FastOps collecting(std::shared_ptr<WeightRows> rows) const {
    FastOps copy = *this;
    copy.collected_ = std::move(rows);
    return copy;
  }

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
    return fast_network(x, input, {{spec, affine, norm}}, *plans_, collected_);
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
        h = fast_network(h, input, std::move(run), *plans_, collected_);
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

  Tensor look(const Tensor& gamma, const Tensor& x, const Tensor& psi, const Tensor& p,
              const View& view) const override {
    if (!is_fast(psi) || wants_gradient(gamma)) return reference_->look(gamma, x, psi, p, view);
    return fast_look(gamma, x, psi, p, view);
  }

  Tensor draw(const Tensor& logits, const Tensor& p, const FrameSize& frame) const override {
    if (!is_fast(logits)) return reference_->draw(logits, p, frame);
    return fast_draw(logits, p, frame);
  }

  StepLoss step_loss(const Tensor& psi, const Tensor& target,
                     const LossConfig& settings) const override {
    if (!is_fast(psi) || settings.through_gamma || settings.prior != 0.0) {
      return reference_->step_loss(psi, target, settings);
    }
    return fast_step_loss(psi, target, settings.inter_weight);
  }

  Shown show(const Tensor& drawn, const Tensor& background, std::int64_t channels) const override {
    if (!is_fast(drawn) || !is_colour(channels)) {
      return reference_->show(drawn, background, channels);
    }
    return fast_show(drawn, background, channels);
  }

  Tensor sight(const Tensor& gamma, const Tensor& x, const Tensor& psi, const Tensor& mask,
               bool evidence) const override {
    if (!is_fast(psi) || evidence || !is_colour(psi.size(2) / gamma.size(2))) {
      return reference_->sight(gamma, x, psi, mask, evidence);
    }
    return fast_sight(gamma, x, psi, mask);
  }

  StepLoss gaussian_loss(const Tensor& psi, const Tensor& target, const GaussianPixels& pixels,
                         const LossConfig& settings) const override {
    if (!is_fast(psi) || settings.through_gamma || !is_colour(pixels.channels)) {
      return reference_->gaussian_loss(psi, target, pixels, settings);
    }
    return fast_gaussian_loss(psi, target, pixels, settings);
  }

 private:
  static bool is_colour(std::int64_t channels) { return channels == 1 || channels == 3; }

  // undefined if the kernels do not know such a layer
  Tensor map_layer(const Tensor& x, const NetworkLayer& layer) const {
    const FeatureShape input = map_shape(x), output = layer.spec.output;
    if (!fast_network_supports(x, input, {layer})) return {};
    return fast_network(x, input, {layer}, *plans_, collected_)
        .reshape({x.size(0), output.height, output.width, output.channels});
  }

  std::string name_;
  Precision precision_;
  std::shared_ptr<NetworkPlans> plans_;
  std::shared_ptr<WeightRows> collected_;  // null: backward passes are complete in themselves
  std::shared_ptr<const Ops> reference_;
};

class CollectedGradients final : public WeightGradients {
 public:
  CollectedGradients(const FastOps& ops, Precision precision)
      : rows_(std::make_shared<WeightRows>(precision)), ops_(ops.collecting(rows_)) {}

  const Ops& ops() const override { return ops_; }
  void finish(const std::function<void(const Tensor&)>& complete) override {
    rows_->finish(complete);
  }

 private:
  std::shared_ptr<WeightRows> rows_;
  FastOps ops_;
};

std::unique_ptr<WeightGradients> FastOps::collect_weight_gradients() const {
  return std::make_unique<CollectedGradients>(*this, precision_);
}

}  // namespace

std::shared_ptr<const Ops> fast_ops(Precision precision) {
  const auto make = [](const char* name, Precision of_products) {
    return std::make_shared<FastOps>(name, of_products);
  };
  switch (precision) {
    case Precision::kFloat32:
      return make("fast fp32", Precision::kFloat32);
    case Precision::kEmulatedBfloat16:
      return make("fast bf16 (emulated)", Precision::kEmulatedBfloat16);
    case Precision::kBfloat16:
      if (machine::has_native_bf16()) return make("fast bf16", Precision::kBfloat16);
      return make("fast fp32 (no bf16 in this processor)", Precision::kFloat32);
  }
  fail("no such precision");
}

}  // namespace rnem::ops
