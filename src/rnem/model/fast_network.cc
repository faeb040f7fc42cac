#include "rnem/model/fast_network.h"

#include <algorithm>
#include <utility>

#include "rnem/core/error.h"
#include "rnem/kernels/conv_stack.h"
#include "rnem/kernels/conv_taps.h"
#include "rnem/kernels/dense.h"
#include "rnem/model/fast_tensor.h"
#include "rnem/model/weight_gradients.h"

namespace rnem::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

kernels::StridedShape strided_shape(const FeatureShape& in, const LayerSpec& spec) {
  const int h = static_cast<int>(in.height), w = static_cast<int>(in.width);
  const int c = static_cast<int>(in.channels), out = static_cast<int>(spec.output.channels);
  return spec.kind == LayerKind::kConv ? kernels::downsampling_shape(h, w, c, out)
                                       : kernels::upsampling_shape(h, w, c, out);
}

bool supports(const FeatureShape& in, const LayerSpec& spec) {
  if (spec.kind == LayerKind::kDense) return true;
  if (spec.kernel_height != kernels::kWindow || spec.kernel_width != kernels::kWindow) return false;
  if (spec.kind == LayerKind::kConv && spec.stride != 2) return false;
  if (spec.kind == LayerKind::kUpsampleConv &&
      (spec.output.height != 2 * in.height || spec.output.width != 2 * in.width)) {
    return false;
  }
  return strided_shape(in, spec).supported();
}

// The layers without their tensors: what the backward pass needs to know besides saved tensors.
struct Plan : torch::CustomClassHolder {
  struct Layer {
    LayerSpec spec;
    FeatureShape input;
    double epsilon;
    int bias, scale;  // index among the layer's tensors, 0: none. Weight is 0, shift scale + 1.

    bool dense() const { return spec.kind == LayerKind::kDense; }
    int tensors() const { return 1 + (bias > 0 ? 1 : 0) + (scale > 0 ? 2 : 0); }
    kernels::MapShape output_map() const {
      return dense() ? kernels::MapShape{1, 1, static_cast<int>(spec.output.size())}
                     : kernels::MapShape{static_cast<int>(spec.output.height),
                                         static_cast<int>(spec.output.width),
                                         static_cast<int>(spec.output.channels)};
    }
  };
  // A dense layer, or all convolutions in a row.
  struct Segment {
    std::size_t begin, end;
  };
  std::vector<Layer> layers;
  std::vector<Segment> segments;

  Plan(FeatureShape input, const std::vector<NetworkLayer>& network) {
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
};

// One layer's tensors: parameters, or their gradients.
struct LayerTensors {
  const Plan::Layer* layer;
  at::TensorList tensors;

  const float* weight() const { return tensors[0].data_ptr<float>(); }
  float* at(int index) const { return index > 0 ? tensors[index].data_ptr<float>() : nullptr; }

  kernels::NormActivation after() const {
    const float* shift = layer->scale > 0 ? at(layer->scale + 1) : nullptr;
    return {at(layer->scale), shift, static_cast<float>(layer->epsilon),
            kernel_activation(layer->spec.activation)};
  }
  kernels::DenseBlock dense_block() const {
    return {static_cast<int>(layer->input.size()),
            static_cast<int>(layer->spec.output.size()),
            weight(),
            tensors[0].stride(0),
            at(layer->bias),
            after()};
  }
  kernels::ConvBlock conv_block() const {
    return {strided_shape(layer->input, layer->spec), weight(), at(layer->bias), after()};
  }
};

std::vector<LayerTensors> by_layer(const Plan& plan, at::TensorList tensors) {
  std::vector<LayerTensors> result;
  for (const Plan::Layer& layer : plan.layers) {
    result.push_back({&layer, tensors.slice(0, layer.tensors())});
    tensors = tensors.slice(layer.tensors());
  }
  return result;
}

kernels::ConvStack conv_stack(const std::vector<LayerTensors>& layers, Plan::Segment segment) {
  std::vector<kernels::ConvBlock> blocks;
  for (std::size_t l = segment.begin; l < segment.end; ++l) {
    blocks.push_back(layers[l].conv_block());
  }
  return kernels::ConvStack(std::move(blocks));
}

// What is kept of a layer, as tensors; undefined where nothing is.
struct KeptTensors {
  Tensor map, stats;

  kernels::Kept pointers() const {
    return {
        map.defined() ? map.data_ptr<float>() : nullptr,
        stats.defined() ? reinterpret_cast<kernels::NormStats*>(stats.data_ptr<float>()) : nullptr};
  }
};

std::vector<kernels::Kept> pointers(const std::vector<KeptTensors>& kept, Plan::Segment segment) {
  std::vector<kernels::Kept> result;
  for (std::size_t l = segment.begin; l < segment.end; ++l) result.push_back(kept[l].pointers());
  return result;
}

// Fills `kept` (one a layer) if it has any use.
Tensor forward(const Plan& plan, const Tensor& x, at::TensorList parameters,
               std::vector<KeptTensors>* kept) {
  const std::int64_t n = x.size(0);
  const std::vector<LayerTensors> layers = by_layer(plan, parameters);
  std::vector<KeptTensors> all(plan.layers.size());
  Tensor h = x;
  for (const Plan::Segment& segment : plan.segments) {
    const Tensor y = empty({n, plan.layers[segment.end - 1].spec.output.size()});
    for (std::size_t l = segment.begin; l < segment.end; ++l) {
      const Plan::Layer& layer = plan.layers[l];
      const bool last = l + 1 == segment.end;
      if (kept == nullptr || !(layer.dense() || layers[l].conv_block().kept())) continue;
      const bool norm = layer.scale > 0;
      all[l].map = !norm && last ? y : empty({n, layer.spec.output.size()});
      if (norm) all[l].stats = empty({n, 2});
    }
    if (plan.layers[segment.begin].dense()) {
      const kernels::DenseBlock block = layers[segment.begin].dense_block();
      kernels::dense_forward(block, n, h.data_ptr<float>(), all[segment.begin].pointers(),
                             y.data_ptr<float>());
    } else {
      const kernels::ConvStack stack = conv_stack(layers, segment);
      stack.forward(n, h.data_ptr<float>(), pointers(all, segment), y.data_ptr<float>(),
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
  const Plan::Layer& layer = *gradient.layer;
  const Tensor& weight = gradient.tensors[0];
  return {weight.defined() ? weight.data_ptr<float>() : nullptr, gradient.at(layer.bias),
          gradient.at(layer.scale), layer.scale > 0 ? gradient.at(layer.scale + 1) : nullptr};
}

// Whether WeightGradients takes this layer's weight: then autograd gets none.
bool collects(const Plan::Layer& layer, const Tensor& weight) {
  return WeightGradients::active() != nullptr && layer.dense() && weight.is_leaf() &&
         weight.requires_grad() && weight.is_contiguous();
}

// One dense layer's part of backward(): fills `sums`, and dx unless null.
void dense_backward(const LayerTensors& layer, const LayerTensors& sums, const SegmentInput& input,
                    const KeptTensors& kept, const Tensor& dy, float* dx) {
  const kernels::DenseBlock block = layer.dense_block();
  const std::int64_t n = input.x.size(0);
  const Tensor scratch = workspace(kernels::dense_backward_workspace(block));
  const auto run = [&](const float* x, float* dz) {
    kernels::dense_backward(block, n, x, kept.pointers(), dy.data_ptr<float>(), dx, dz,
                            gradient_pointers(sums), scratch.data_ptr<float>());
  };
  if (collects(*layer.layer, layer.tensors[0])) {
    const WeightGradients::Rows rows = WeightGradients::active()->add(layer.tensors[0], n);
    input.write(rows.x);
    run(rows.x, rows.dz);
  } else {
    const Tensor x = input.tensor(), dz = empty({n, block.out});
    run(x.data_ptr<float>(), dz.data_ptr<float>());
  }
}

// Fills `gradients` (as the parameters) and returns dx, undefined if not wanted.
Tensor backward(const Plan& plan, const Tensor& x, at::TensorList parameters,
                const std::vector<KeptTensors>& kept, const Tensor& dy, at::TensorList gradients,
                bool wants_dx) {
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
      dense_backward(layers[begin], sums[begin], input, kept[begin], gradient, dx_data);
    } else {
      const kernels::ConvStack stack = conv_stack(layers, {begin, end});
      std::vector<kernels::BlockGradient> block_gradients;
      for (std::size_t l = begin; l < end; ++l) {
        block_gradients.push_back(gradient_pointers(sums[l]));
      }
      const Tensor in = input.tensor();
      stack.backward(n, in.data_ptr<float>(), pointers(kept, {begin, end}),
                     gradient.data_ptr<float>(), dx_data, block_gradients,
                     workspace(stack.backward_workspace()).data_ptr<float>());
    }
    gradient = dx;
  }
  return gradient;
}

// The same gradients with their own graph, through the reference (N-EM differentiates twice).
variable_list differentiable_backward(const Plan& plan, const Tensor& x, at::TensorList parameters,
                                      const Tensor& dy) {
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
                        const c10::intrusive_ptr<Plan>& plan) {
    std::vector<KeptTensors> kept;
    Tensor y = model::forward(*plan, x, parameters, &kept);
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
    const Plan& plan = static_cast<const Plan&>(*capsule);
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
    result[0] = model::backward(plan, saved[0], parameters, kept, dense_copy(output_gradients[0]),
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
    return is_fast(layer.affine.weight) && supports(in, layer.spec);
  });
}

Tensor fast_network(const Tensor& x, FeatureShape input, const std::vector<NetworkLayer>& layers) {
  const auto plan = c10::make_intrusive<Plan>(input, layers);
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
    return forward(*plan, in, parameters, nullptr);
  }
  return NetworkFunction::apply(in, at::TensorList(parameters), plan);
}

}  // namespace rnem::model
