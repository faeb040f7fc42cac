#include "rnem/ops/cpu/network_plan.h"

#include <algorithm>

#include "rnem/ops/cpu/fast_tensor.h"
#include "rnem/ops/kernels/matrix_product.h"

namespace rnem::ops {
namespace {

kernels::StridedShape strided_shape(const FeatureShape& in, const LayerSpec& spec) {
  const int h = static_cast<int>(in.height), w = static_cast<int>(in.width);
  const int c = static_cast<int>(in.channels), out = static_cast<int>(spec.output.channels);
  return spec.kind == LayerKind::kConv ? kernels::downsampling_shape(h, w, c, out)
                                       : kernels::upsampling_shape(h, w, c, out);
}

// as the kernels read it; undefined where that is as it is
Tensor packed_weight(const FeatureShape& input, const LayerSpec& spec, const Tensor& weight,
                     Precision precision) {
  const float* data = weight.data_ptr<float>();
  if (spec.kind == LayerKind::kDense) {
    const std::int64_t out = weight.size(0), in = weight.size(1);
    if (precision == Precision::kFloat32) return {};
    Tensor packed = workspace(kernels::rounded_size(precision, out, in));
    kernels::round_matrix(precision, {data, weight.stride(0)}, out, in, packed.data_ptr<float>());
    return packed;
  }
  const auto shape = strided_shape(input, spec);
  Tensor packed = workspace(kernels::packed_weights_size(precision, shape));
  kernels::pack_weights(precision, shape, data, packed.data_ptr<float>());
  return packed;
}

// Tensors of the inference mode have no count: nothing made of them is used again.
constexpr std::int64_t kUncounted = -1;

std::int64_t writes_to(const Tensor& weight) {
  return weight.is_inference() ? kUncounted : weight._version();
}

}  // namespace

bool kernels_support(const FeatureShape& in, const LayerSpec& spec) {
  if (spec.kind == LayerKind::kDense) return true;
  if (spec.kernel_height != kernels::kWindow || spec.kernel_width != kernels::kWindow) return false;
  if (spec.kind == LayerKind::kConv && spec.stride != 2) return false;
  if (spec.kind == LayerKind::kUpsampleConv &&
      (spec.output.height != 2 * in.height || spec.output.width != 2 * in.width)) {
    return false;
  }
  return strided_shape(in, spec).supported();
}

WeightState::WeightState(const Tensor& weight)
    : memory_(weight.storage().getWeakStorageImpl()),
      data_(weight.data_ptr()),
      row_(weight.stride(0)),
      writes_(writes_to(weight)) {}

bool WeightState::is_place_of(const Tensor& weight) const {
  return data_ == weight.data_ptr() && row_ == weight.stride(0) &&
         memory_._unsafe_get_target() == weight.storage().unsafeGetStorageImpl();
}

bool WeightState::is_of(const Tensor& weight) const {
  return is_place_of(weight) && writes_ != kUncounted && writes_ == writes_to(weight);
}

kernels::MapShape NetworkPlan::Layer::output_map() const {
  return dense() ? kernels::MapShape{1, 1, static_cast<int>(spec.output.size())}
                 : kernels::MapShape{static_cast<int>(spec.output.height),
                                     static_cast<int>(spec.output.width),
                                     static_cast<int>(spec.output.channels)};
}

NetworkPlan::NetworkPlan(const FeatureShape& input, const std::vector<NetworkLayer>& network,
                         Precision precision_of_all)
    : precision(precision_of_all) {
  FeatureShape in = input;
  for (const auto& [spec, affine, norm] : network) {
    const int bias = affine.bias.defined() ? 1 : 0;
    const int scale = norm.on() ? 1 + bias : 0;
    layers.push_back({spec, in, norm.epsilon, bias, scale, WeightState(affine.weight),
                      packed_weight(in, spec, affine.weight, precision)});
    in = spec.output;
  }
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const bool joins = !segments.empty() && !layers[l].dense() && !layers[l - 1].dense();
    if (joins) {
      segments.back().end = l + 1;
    } else {
      segments.push_back({l, l + 1});
    }
  }
}

bool NetworkPlan::is_for(const FeatureShape& input,
                         const std::vector<NetworkLayer>& network) const {
  const auto same = [](const Layer& layer, const NetworkLayer& other) {
    return layer.weight.is_place_of(other.affine.weight) && layer.spec == other.spec &&
           (layer.bias > 0) == other.affine.bias.defined() &&
           (layer.scale > 0) == other.norm.on() && layer.epsilon == other.norm.epsilon;
  };
  return std::equal(layers.begin(), layers.end(), network.begin(), network.end(), same) &&
         layers[0].input == input;
}

bool NetworkPlan::is_current(const std::vector<NetworkLayer>& network) const {
  return std::equal(layers.begin(), layers.end(), network.begin(), network.end(),
                    [](const Layer& layer, const NetworkLayer& other) {
                      return layer.weight.is_of(other.affine.weight);
                    });
}

bool NetworkPlan::is_gone() const {
  return std::any_of(layers.begin(), layers.end(),
                     [](const Layer& layer) { return layer.weight.is_gone(); });
}

c10::intrusive_ptr<NetworkPlan> NetworkPlans::plan(const FeatureShape& input,
                                                   const std::vector<NetworkLayer>& network) {
  const std::lock_guard lock(mutex_);
  const auto known = std::find_if(plans_.begin(), plans_.end(),
                                  [&](const auto& plan) { return plan->is_for(input, network); });
  if (known != plans_.end() && (*known)->is_current(network)) return *known;
  auto made = c10::make_intrusive<NetworkPlan>(input, network, precision_);
  if (known != plans_.end()) {
    *known = made;
  } else {
    std::erase_if(plans_, [](const auto& plan) { return plan->is_gone(); });
    plans_.push_back(made);
  }
  return made;
}

kernels::NormActivation LayerTensors::after() const {
  const float* shift = layer->scale > 0 ? at(layer->scale + 1) : nullptr;
  return {at(layer->scale), shift, static_cast<float>(layer->epsilon), layer->spec.activation};
}

kernels::DenseBlock LayerTensors::dense_block() const {
  const Tensor& weight = tensors[0];
  return {static_cast<int>(layer->input.size()),
          static_cast<int>(layer->spec.output.size()),
          weight.data_ptr<float>(),
          weight.stride(0),
          layer->packed.defined() ? layer->packed.data_ptr<float>() : nullptr,
          at(layer->bias),
          after(),
          plan->precision};
}

kernels::ConvBlock LayerTensors::conv_block() const {
  return {strided_shape(layer->input, layer->spec), layer->packed.data_ptr<float>(),
          at(layer->bias), after(), plan->precision};
}

std::vector<LayerTensors> by_layer(const NetworkPlan& plan, at::TensorList tensors) {
  std::vector<LayerTensors> result;
  for (const NetworkPlan::Layer& layer : plan.layers) {
    result.push_back({&plan, &layer, tensors.slice(0, layer.tensors())});
    tensors = tensors.slice(layer.tensors());
  }
  return result;
}

}  // namespace rnem::ops
