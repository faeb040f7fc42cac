#include "rnem/ops/cpu/fast_network_passes.h"

#include <algorithm>

#include "rnem/ops/cpu/fast_tensor.h"
#include "rnem/ops/weight_gradients.h"

namespace rnem::ops {
namespace {

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

// One dense layer's part of network_backward(): fills `sums`, and dx unless null.
void dense_backward(const LayerTensors& layer, const LayerTensors& sums, const SegmentInput& input,
                    const KeptTensors& kept, const Tensor& dy, float* dx) {
  const kernels::DenseBlock block = layer.dense_block();
  const std::int64_t n = input.x.size(0);
  const Tensor scratch = workspace(kernels::dense_backward_workspace(block, n));
  const auto run = [&](const float* x, float* dz) {
    kernels::dense_backward(block, n, x, kept.pointers(), dy.data_ptr<float>(), dx, dz,
                            gradient_pointers(sums), scratch.data_ptr<float>());
  };
  if (collects(*layer.layer, layer.tensors[0])) {
    const WeightGradients::Rows rows =
        WeightGradients::active()->add(layer.tensors[0], n, block.arithmetic);
    input.write(rows.x);
    run(rows.x, rows.dz);
  } else {
    const Tensor x = input.tensor(), dz = empty({n, block.out});
    run(x.data_ptr<float>(), dz.data_ptr<float>());
  }
}

}  // namespace

bool collects(const NetworkPlan::Layer& layer, const Tensor& weight) {
  return WeightGradients::active() != nullptr && layer.dense() && weight.is_leaf() &&
         weight.requires_grad() && weight.is_contiguous();
}

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
      if (kept == nullptr || !(layer.dense() || layers[l].conv_block().kept())) continue;
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
      stack.forward(n, h.data_ptr<float>(), pointers(all, segment), y.data_ptr<float>(),
                    workspace(stack.forward_workspace()).data_ptr<float>());
    }
    h = y;
  }
  if (kept != nullptr) *kept = std::move(all);
  return h;
}

Tensor network_backward(const NetworkPlan& plan, const Tensor& x, at::TensorList parameters,
                        const std::vector<KeptTensors>& kept, const Tensor& dy,
                        at::TensorList gradients, bool wants_dx) {
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

}  // namespace rnem::ops
