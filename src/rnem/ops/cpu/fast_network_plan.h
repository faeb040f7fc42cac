// A network as the fused kernels see it: its layers, which of them run together, and where their
// tensors are.
#pragma once

#include <vector>

#include "rnem/ops/kernels/conv_stack.h"
#include "rnem/ops/kernels/dense.h"
#include "rnem/ops/ops.h"

namespace rnem::ops {

// Whether the kernels know such a layer.
bool kernels_support(const FeatureShape& input, const LayerSpec& spec);

// The layers without their tensors: what the backward pass needs to know besides saved tensors.
struct NetworkPlan : torch::CustomClassHolder {
  struct Layer {
    LayerSpec spec;
    FeatureShape input;
    double epsilon;
    int bias, scale;  // index among the layer's tensors, 0: none. Weight is 0, shift scale + 1.

    bool dense() const { return spec.kind == LayerKind::kDense; }
    int tensors() const { return 1 + (bias > 0 ? 1 : 0) + (scale > 0 ? 2 : 0); }
    kernels::MapShape output_map() const;
  };
  // A dense layer, or all convolutions in a row.
  struct Segment {
    std::size_t begin, end;
  };
  std::vector<Layer> layers;
  std::vector<Segment> segments;
  kernels::Arithmetic arithmetic;

  NetworkPlan(FeatureShape input, const std::vector<NetworkLayer>& network,
              kernels::Arithmetic arithmetic_of_all);
};

// One layer's tensors: parameters, or their gradients.
struct LayerTensors {
  const NetworkPlan* plan;
  const NetworkPlan::Layer* layer;
  at::TensorList tensors;

  const float* weight() const { return tensors[0].data_ptr<float>(); }
  float* at(int index) const { return index > 0 ? tensors[index].data_ptr<float>() : nullptr; }

  kernels::NormActivation after() const;
  kernels::DenseBlock dense_block() const;
  kernels::ConvBlock conv_block() const;
};

std::vector<LayerTensors> by_layer(const NetworkPlan& plan, at::TensorList tensors);

// the convolutions of a segment
kernels::ConvStack conv_stack(const std::vector<LayerTensors>& layers,
                              NetworkPlan::Segment segment);

// What is kept of a layer, as tensors; undefined where nothing is.
struct KeptTensors {
  Tensor map, stats;

  kernels::Kept pointers() const;
};

std::vector<kernels::Kept> pointers(const std::vector<KeptTensors>& kept,
                                    NetworkPlan::Segment segment);

}  // namespace rnem::ops
