// A network as the fused kernels see it: its layers, which of them run together, and its weights
// packed as the kernels read them.
//
// The weights are the same in all EM steps of an update. NetworkPlans makes a plan for the first
// step and gives it to the others, forward and backward.
#pragma once

#include <mutex>
#include <vector>

#include "rnem/ops/kernels/convolution.h"
#include "rnem/ops/kernels/dense.h"
#include "rnem/ops/ops.h"

namespace rnem::ops {

// Whether the kernels know such a layer.
bool kernels_support(const FeatureShape& input, const LayerSpec& spec);

// Which numbers a weight holds: where they are, and LibTorch's count of the writes to them. Whoever
// writes through a pointer counts it himself (bump_version).
class WeightState {
 public:
  explicit WeightState(const Tensor& weight);

  bool is_place_of(const Tensor& weight) const;  // the same memory, perhaps written since
  bool is_of(const Tensor& weight) const;        // the same numbers
  bool is_gone() const { return memory_.expired(); }

 private:
  // weak: the weight may go, but nobody else gets its name
  c10::weak_intrusive_ptr<c10::StorageImpl> memory_;
  const void* data_;
  std::int64_t row_, writes_;
};

// Of the weights as they were when it was made; whoever has one need not look at them again.
struct NetworkPlan : torch::CustomClassHolder {
  struct Layer {
    LayerSpec spec;
    FeatureShape input;
    double epsilon;
    int bias, scale;  // index among the layer's tensors, 0: none. Weight is 0, shift scale + 1.
    WeightState weight;
    Tensor packed;  // pack_weights() of a convolution, round_matrix() of a dense layer

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
  Precision precision;

  // Weights of convolutions are contiguous, of dense layers each row.
  NetworkPlan(const FeatureShape& input, const std::vector<NetworkLayer>& network,
              Precision precision_of_all);

  // whether it was made for this network, and with the weights that it has now
  bool is_for(const FeatureShape& input, const std::vector<NetworkLayer>& network) const;
  bool is_current(const std::vector<NetworkLayer>& network) const;
  bool is_gone() const;  // nobody can ask for it any more
};

// The plans of all networks that some operators have met. Any thread may ask.
class NetworkPlans {
 public:
  explicit NetworkPlans(Precision precision) : precision_(precision) {}

  c10::intrusive_ptr<NetworkPlan> plan(const FeatureShape& input,
                                       const std::vector<NetworkLayer>& network);

 private:
  const Precision precision_;
  std::mutex mutex_;
  std::vector<c10::intrusive_ptr<NetworkPlan>> plans_;  // one a network
};

// One layer's tensors: parameters, or their gradients.
struct LayerTensors {
  const NetworkPlan* plan;
  const NetworkPlan::Layer* layer;
  at::TensorList tensors;

  float* at(int index) const { return index > 0 ? tensors[index].data_ptr<float>() : nullptr; }

  kernels::NormActivation after() const;
  kernels::DenseBlock dense_block() const;
  kernels::ConvBlock conv_block() const;
};

std::vector<LayerTensors> by_layer(const NetworkPlan& plan, at::TensorList tensors);

}  // namespace rnem::ops
