// Forward and backward through a network plan, without a graph.
#pragma once

#include <vector>

#include "rnem/ops/cpu/fast_network_plan.h"

namespace rnem::ops {

// x [N,input] -> [N,output]. Fills `kept` (one a layer) unless null.
Tensor network_forward(const NetworkPlan& plan, const Tensor& x, at::TensorList parameters,
                       std::vector<KeptTensors>* kept);

// Whether WeightGradients takes this layer's weight: then autograd gets none.
bool collects(const NetworkPlan::Layer& layer, const Tensor& weight);

// Fills `gradients` (as the parameters) and returns dx, undefined if not wanted.
Tensor network_backward(const NetworkPlan& plan, const Tensor& x, at::TensorList parameters,
                        const std::vector<KeptTensors>& kept, const Tensor& dy,
                        at::TensorList gradients, bool wants_dx);

}  // namespace rnem::ops
