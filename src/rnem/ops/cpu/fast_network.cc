#include <algorithm>
#include <utility>

#include "rnem/ops/cpu/fast_nodes.h"
#include "rnem/ops/cpu/fast_tensor.h"
#include "rnem/ops/cpu/network_plan.h"
#include "rnem/ops/cpu/weight_rows.h"

namespace rnem::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// What is kept of a layer, as tensors; undefined where nothing is.
struct KeptTensors {
  Tensor map, stats;

  kernels::Kept pointers() const {
    return {
        map.defined() ? map.data_ptr<float>() : nullptr,
        stats.defined() ? reinterpret_cast<kernels::NormStats*>(stats.data_ptr<float>()) : nullptr};
  }
};

// of the convolutions of a segment
std::vector<kernels::Kept> kept_pointers(const std::vector<KeptTensors>& kept,
                                         NetworkPlan::Segment segment) {
  std::vector<kernels::Kept> result;
  for (std::size_t l = segment.begin; l < segment.end; ++l) result.push_back(kept[l].pointers());
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

// x [N,input] -> [N,output]. Fills `kept` (one a layer) unless null.
Tensor network_forward(const NetworkPlan& plan, const Tensor& x, at::TensorList parameters,
                       std::vector<KeptTensors>* kept) {
  const std::int64_t n = x.size(0);
  const std::vector<LayerTensors> layers = by_layer(plan, parameters);
  std::vector<KeptTensors> all(plan.layers.size());
  Tensor h = x;
  for (const NetworkPlan::Segment& segment : plan.segments) {
    const Tensor y = empty({n, plan.layers[segment.end - 1].spec.output.size()});
    for (std::size_t l = segment.begin; l < segment.end; ++l) {
      const NetworkPlan::Layer& layer = plan.layers[l];
      const bool last = l + 1 == segment.end;
      // the segment that follows remakes its input from the last layer of this one
      const bool followed = last && segment.end < plan.layers.size();
      const bool keeps = layer.dense() || followed || layers[l].conv_block().kept();
      if (kept == nullptr || !keeps) continue;
      const bool norm = layer.scale > 0;
      all[l].map = !norm && last ? y : empty({n, layer.spec.output.size()});
      if (norm) all[l].stats = empty({n, 2});
    }
    if (plan.layers[segment.begin].dense()) {
      const kernels::DenseBlock block = layers[segment.begin].dense_block();
      const Tensor scratch = workspace(kernels::dense_forward_workspace(block, n));
      kernels::dense_forward(block, n, h.data_ptr<float>(), all[segment.begin].pointers(),
                             y.data_ptr<float>(), scratch.data_ptr<float>());
    } else {
      const kernels::ConvStack stack = conv_stack(layers, segment);
      stack.forward(n, h.data_ptr<float>(), kept_pointers(all, segment), y.data_ptr<float>(),
                    workspace(stack.forward_workspace()).data_ptr<float>());
    }
    h = y;
  }
  if (kept != nullptr) *kept = std::move(all);
  return h;
}

// The input of a segment: the network's, or remade from what the layer before it kept.
struct SegmentInput {
  const Tensor& x;
  const LayerTensors* before;  // null at the first segment
  const KeptTensors* kept;     // of that layer

  Tensor stored() const {  // undefined when it has to be remade
    if (before == nullptr) return x;
    return before->after().on() ? Tensor() : kept->map;
  }
  void write(float* to) const {
    if (const Tensor data = stored(); data.defined()) {
      std::copy_n(data.data_ptr<float>(), data.numel(), to);
    } else {
      kernels::activate_kept(before->after(), before->layer->output_map(), x.size(0),
                             kept->pointers(), to);
    }
  }
  Tensor tensor() const {
    if (Tensor data = stored(); data.defined()) return data;
    Tensor y = empty({x.size(0), before->layer->spec.output.size()});
    write(y.data_ptr<float>());
    return y;
  }
};

kernels::BlockGradient gradient_pointers(const LayerTensors& gradient) {
  const NetworkPlan::Layer& layer = *gradient.layer;
  const Tensor& weight = gradient.tensors[0];
  return {weight.defined() ? weight.data_ptr<float>() : nullptr, gradient.at(layer.bias),
          gradient.at(layer.scale), layer.scale > 0 ? gradient.at(layer.scale + 1) : nullptr};
}

// One dense layer's part of network_backward(): fills `sums`, and dx unless null. A weight without
// a place for its gradient hands its rows in.
void dense_backward(const LayerTensors& layer, const LayerTensors& sums, const SegmentInput& input,
                    const KeptTensors& kept, const Tensor& dy, float* dx, WeightRows* collected) {
  const kernels::DenseBlock block = layer.dense_block();
  const std::int64_t n = input.x.size(0);
  const Tensor scratch = workspace(kernels::dense_backward_workspace(block, n));
  const auto run = [&](const float* x, float* dz) {
    kernels::dense_backward(block, n, x, kept.pointers(), dy.data_ptr<float>(), dx, dz,
                            gradient_pointers(sums), scratch.data_ptr<float>());
  };
  if (!sums.tensors[0].defined()) {
    const WeightRows::Rows rows = collected->add(layer.tensors[0], n);
    input.write(rows.x);
    run(rows.x, rows.dz);
  } else {
    const Tensor x = input.tensor(), dz = empty({n, block.out});
    run(x.data_ptr<float>(), dz.data_ptr<float>());
  }
}

// Fills `gradients` (as the parameters) and returns dx, undefined if not wanted.
Tensor network_backward(const NetworkPlan& plan, const Tensor& x, at::TensorList parameters,
                        const std::vector<KeptTensors>& kept, const Tensor& dy,
                        at::TensorList gradients, bool wants_dx, WeightRows* collected) {
  const std::int64_t n = x.size(0);
  const std::vector<LayerTensors> layers = by_layer(plan, parameters);
  const std::vector<LayerTensors> sums = by_layer(plan, gradients);
  Tensor gradient = dy;
  for (std::size_t s = plan.segments.size(); s-- > 0;) {
    const auto [begin, end] = plan.segments[s];
    const SegmentInput input{x, s == 0 ? nullptr : &layers[begin - 1],
                             s == 0 ? nullptr : &kept[begin - 1]};
    Tensor dx;
    if (s > 0 || wants_dx) dx = empty({n, plan.layers[begin].input.size()});
    float* dx_data = dx.defined() ? dx.data_ptr<float>() : nullptr;
    if (plan.layers[begin].dense()) {
      dense_backward(layers[begin], sums[begin], input, kept[begin], gradient, dx_data, collected);
    } else {
      const kernels::ConvStack stack = conv_stack(layers, {begin, end});
      std::vector<kernels::BlockGradient> block_gradients;
      for (std::size_t l = begin; l < end; ++l) {
        block_gradients.push_back(gradient_pointers(sums[l]));
      }
      const Tensor in = input.tensor();
      stack.backward(n, in.data_ptr<float>(), kept_pointers(kept, {begin, end}),
                     gradient.data_ptr<float>(), dx_data, block_gradients,
                     workspace(stack.backward_workspace()).data_ptr<float>());
    }
    gradient = dx;
  }
  return gradient;
}

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

// What a node knows besides its saved tensors.
struct NetworkCall : torch::CustomClassHolder {
  c10::intrusive_ptr<NetworkPlan> plan;
  std::shared_ptr<WeightRows> collected;  // null: the backward pass is complete in itself

  NetworkCall(c10::intrusive_ptr<NetworkPlan> plan_of_network, std::shared_ptr<WeightRows> rows)
      : plan(std::move(plan_of_network)), collected(std::move(rows)) {}

  bool collects(const NetworkPlan::Layer& layer, const Tensor& weight) const {
    return collected != nullptr && layer.dense() && weight.is_leaf() && weight.is_contiguous();
  }
};

class NetworkFunction : public torch::autograd::Function<NetworkFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& x, at::TensorList parameters,
                        const c10::intrusive_ptr<NetworkCall>& call) {
    std::vector<KeptTensors> kept;
    Tensor y = network_forward(*call->plan, x, parameters, &kept);
    variable_list saved{x};
    saved.insert(saved.end(), parameters.begin(), parameters.end());
    for (const KeptTensors& layer : kept) {
      saved.push_back(layer.map);
      saved.push_back(layer.stats);
    }
    context->save_for_backward(std::move(saved));
    context->saved_data["call"] = c10::IValue::make_capsule(call);
    return y;
  }

  static variable_list backward(AutogradContext* context, variable_list output_gradients) {
    const auto capsule = context->saved_data["call"].toCapsule();
    const NetworkCall& call = static_cast<const NetworkCall&>(*capsule);
    const NetworkPlan& plan = *call.plan;
    const variable_list saved = context->get_saved_variables();
    const std::size_t layers = plan.layers.size(), count = saved.size() - 1 - 2 * layers;
    const at::TensorList parameters = at::TensorList(saved).slice(1, count);
    if (differentiates_twice()) {
      variable_list result =
          differentiable_backward(plan, saved[0], parameters, output_gradients[0]);
      result.emplace_back();  // the call
      return result;
    }
    std::vector<KeptTensors> kept(layers);
    for (std::size_t l = 0; l < layers; ++l) {
      kept[l] = {saved[1 + count + 2 * l], saved[2 + count + 2 * l]};
    }
    variable_list result{Tensor()};
    for (const LayerTensors& layer : by_layer(plan, parameters)) {
      for (std::size_t i = 0; i < layer.tensors.size(); ++i) {
        // of inputs, this is the next
        const bool elsewhere = i == 0 && call.collects(*layer.layer, layer.tensors[0]) &&
                               context->needs_input_grad(result.size());
        result.push_back(elsewhere ? Tensor() : empty(layer.tensors[i].sizes()));
      }
    }
    result[0] = network_backward(plan, saved[0], parameters, kept, contiguous(output_gradients[0]),
                                 at::TensorList(result).slice(1), context->needs_input_grad(0),
                                 call.collected.get());
    result.emplace_back();  // the call
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

Tensor fast_network(const Tensor& x, FeatureShape input, std::vector<NetworkLayer> layers,
                    NetworkPlans& plans, const std::shared_ptr<WeightRows>& collected) {
  variable_list parameters;
  for (NetworkLayer& layer : layers) {
    // the product reads rows of a dense layer's weights wherever they are; all else is contiguous
    Tensor& weight = layer.affine.weight;
    const bool rows = weight.dim() == 2 && weight.stride(1) == 1;
    if (!rows) weight = weight.contiguous();
    parameters.push_back(weight);
    if (layer.affine.bias.defined()) parameters.push_back(layer.affine.bias);
    if (layer.norm.on()) {
      parameters.push_back(layer.norm.scale);
      parameters.push_back(layer.norm.shift);
    }
  }
  auto plan = plans.plan(input, layers);
  const Tensor in = x.reshape({x.size(0), input.size()}).contiguous();
  if (!wants_gradient(in, parameters)) {
    const torch::NoGradGuard guard;
    return network_forward(*plan, in, parameters, nullptr);
  }
  return NetworkFunction::apply(in, at::TensorList(parameters),
                                c10::make_intrusive<NetworkCall>(std::move(plan), collected));
}

}  // namespace rnem::ops
