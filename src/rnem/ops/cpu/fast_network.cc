#include "rnem/ops/cpu/fast_network.h"

#include <algorithm>
#include <utility>

#include "rnem/ops/cpu/fast_network_passes.h"
#include "rnem/ops/cpu/fast_tensor.h"

namespace rnem::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// The same gradients with their own graph, through the reference (N-EM differentiates twice).
variable_list differentiable_backward(const NetworkPlan& plan, const Tensor& x,
                                      at::TensorList parameters, const Tensor& dy) {
  std::vector<NetworkLayer> network;
  for (const LayerTensors& layer : by_layer(plan, parameters)) {
    const auto [bias, scale] = std::pair(layer.layer->bias, layer.layer->scale);
    network.push_back({layer.layer->spec, {layer.tensors[0], {}}, {}});
    if (bias > 0) network.back().affine.bias = layer.tensors[bias];
    if (scale > 0) {
      network.back().norm = {layer.tensors[scale], layer.tensors[scale + 1], layer.layer->epsilon};
    }
  }
  const Tensor y = reference_ops()->network(x, plan.layers[0].input, network);
  variable_list all{x};
  all.insert(all.end(), parameters.begin(), parameters.end());
  variable_list wanted;
  for (const Tensor& input : all) {
    if (input.requires_grad()) wanted.push_back(input);
  }
  const variable_list found =
      torch::autograd::grad({y}, wanted, {dy}, /*retain_graph=*/true, /*create_graph=*/true);
  variable_list result;
  std::size_t next = 0;
  for (const Tensor& input : all) {
    result.push_back(input.requires_grad() ? found[next++] : Tensor());
  }
  return result;
}

class NetworkFunction : public torch::autograd::Function<NetworkFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& x, at::TensorList parameters,
                        const c10::intrusive_ptr<NetworkPlan>& plan) {
    std::vector<KeptTensors> kept;
    Tensor y = network_forward(*plan, x, parameters, &kept);
    variable_list saved{x};
    saved.insert(saved.end(), parameters.begin(), parameters.end());
    for (const KeptTensors& layer : kept) {
      saved.push_back(layer.map);
      saved.push_back(layer.stats);
    }
    context->save_for_backward(std::move(saved));
    context->saved_data["plan"] = c10::IValue::make_capsule(plan);
    return y;
  }

  static variable_list backward(AutogradContext* context, variable_list output_gradients) {
    const auto capsule = context->saved_data["plan"].toCapsule();
    const NetworkPlan& plan = static_cast<const NetworkPlan&>(*capsule);
    const variable_list saved = context->get_saved_variables();
    const std::size_t layers = plan.layers.size(), count = saved.size() - 1 - 2 * layers;
    const at::TensorList parameters = at::TensorList(saved).slice(1, count);
    if (differentiates_twice()) {
      variable_list result =
          differentiable_backward(plan, saved[0], parameters, output_gradients[0]);
      result.emplace_back();  // the plan
      return result;
    }
    std::vector<KeptTensors> kept(layers);
    for (std::size_t l = 0; l < layers; ++l) {
      kept[l] = {saved[1 + count + 2 * l], saved[2 + count + 2 * l]};
    }
    variable_list result{Tensor()};
    for (const LayerTensors& layer : by_layer(plan, parameters)) {
      for (std::size_t i = 0; i < layer.tensors.size(); ++i) {
        const bool elsewhere = i == 0 && collects(*layer.layer, layer.tensors[0]);
        result.push_back(elsewhere ? Tensor() : empty(layer.tensors[i].sizes()));
      }
    }
    result[0] = network_backward(plan, saved[0], parameters, kept, dense_copy(output_gradients[0]),
                                 at::TensorList(result).slice(1), context->needs_input_grad(0));
    result.emplace_back();  // the plan
    return result;
  }
};

}  // namespace

bool fast_network_supports(const Tensor& x, FeatureShape input,
                           const std::vector<NetworkLayer>& layers) {
  if (!is_fast(x) || layers.empty()) return false;
  return std::all_of(layers.begin(), layers.end(), [&](const NetworkLayer& layer) {
    const FeatureShape in = std::exchange(input, layer.spec.output);
    return is_fast(layer.affine.weight) && kernels_support(in, layer.spec);
  });
}

Tensor fast_network(const Tensor& x, FeatureShape input, const std::vector<NetworkLayer>& layers,
                    kernels::Arithmetic arithmetic) {
  const auto plan = c10::make_intrusive<NetworkPlan>(input, layers, arithmetic);
  variable_list parameters;
  for (const NetworkLayer& layer : layers) {
    // the product reads rows of a dense layer's weights wherever they are; all else is contiguous
    const Tensor& weight = layer.affine.weight;
    const bool rows = weight.dim() == 2 && weight.stride(1) == 1;
    parameters.push_back(rows ? weight : weight.contiguous());
    if (layer.affine.bias.defined()) parameters.push_back(layer.affine.bias);
    if (layer.norm.on()) {
      parameters.push_back(layer.norm.scale);
      parameters.push_back(layer.norm.shift);
    }
  }
  const Tensor in = x.reshape({x.size(0), input.size()}).contiguous();
  if (!wants_gradient(in, parameters)) {
    const torch::NoGradGuard guard;
    return network_forward(*plan, in, parameters, nullptr);
  }
  return NetworkFunction::apply(in, at::TensorList(parameters), plan);
}

}  // namespace rnem::ops
