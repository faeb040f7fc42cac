#include "rnem/ops/cpu/fast_network_plan.h"

#include "rnem/ops/cpu/fast_tensor.h"
#include "rnem/ops/kernels/conv_taps.h"

namespace rnem::ops {
namespace {

kernels::StridedShape strided_shape(const FeatureShape& in, const LayerSpec& spec) {
  const int h = static_cast<int>(in.height), w = static_cast<int>(in.width);
  const int c = static_cast<int>(in.channels), out = static_cast<int>(spec.output.channels);
  return spec.kind == LayerKind::kConv ? kernels::downsampling_shape(h, w, c, out)
                                       : kernels::upsampling_shape(h, w, c, out);
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

kernels::MapShape NetworkPlan::Layer::output_map() const {
  return dense() ? kernels::MapShape{1, 1, static_cast<int>(spec.output.size())}
                 : kernels::MapShape{static_cast<int>(spec.output.height),
                                     static_cast<int>(spec.output.width),
                                     static_cast<int>(spec.output.channels)};
}

NetworkPlan::NetworkPlan(FeatureShape input, const std::vector<NetworkLayer>& network,
                         kernels::Arithmetic arithmetic_of_all)
    : arithmetic(arithmetic_of_all) {
  for (const NetworkLayer& layer : network) {
    const int bias = layer.affine.bias.defined() ? 1 : 0;
    const int scale = layer.norm.on() ? 1 + bias : 0;
    layers.push_back({layer.spec, input, layer.norm.epsilon, bias, scale});
    input = layer.spec.output;
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

kernels::NormActivation LayerTensors::after() const {
  const float* shift = layer->scale > 0 ? at(layer->scale + 1) : nullptr;
  return {at(layer->scale), shift, static_cast<float>(layer->epsilon),
          kernel_activation(layer->spec.activation)};
}

kernels::DenseBlock LayerTensors::dense_block() const {
  return {static_cast<int>(layer->input.size()),
          static_cast<int>(layer->spec.output.size()),
          weight(),
          tensors[0].stride(0),
          at(layer->bias),
          after(),
          plan->arithmetic};
}

kernels::ConvBlock LayerTensors::conv_block() const {
  return {strided_shape(layer->input, layer->spec), weight(), at(layer->bias), after(),
          plan->arithmetic};
}

std::vector<LayerTensors> by_layer(const NetworkPlan& plan, at::TensorList tensors) {
  std::vector<LayerTensors> result;
  for (const NetworkPlan::Layer& layer : plan.layers) {
    result.push_back({&plan, &layer, tensors.slice(0, layer.tensors())});
    tensors = tensors.slice(layer.tensors());
  }
  return result;
}

kernels::ConvStack conv_stack(const std::vector<LayerTensors>& layers,
                              NetworkPlan::Segment segment) {
  std::vector<kernels::ConvBlock> blocks;
  for (std::size_t l = segment.begin; l < segment.end; ++l) {
    blocks.push_back(layers[l].conv_block());
  }
  return kernels::ConvStack(std::move(blocks));
}

kernels::Kept KeptTensors::pointers() const {
  return {
      map.defined() ? map.data_ptr<float>() : nullptr,
      stats.defined() ? reinterpret_cast<kernels::NormStats*>(stats.data_ptr<float>()) : nullptr};
}

std::vector<kernels::Kept> pointers(const std::vector<KeptTensors>& kept,
                                    NetworkPlan::Segment segment) {
  std::vector<kernels::Kept> result;
  for (std::size_t l = segment.begin; l < segment.end; ++l) result.push_back(kept[l].pointers());
  return result;
}

}  // namespace rnem::ops
