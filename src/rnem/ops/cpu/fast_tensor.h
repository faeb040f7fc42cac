// What the fast operators need of tensors.
#pragma once

#include <cstddef>

#include "rnem/core/error.h"
#include "rnem/ops/ops.h"

namespace rnem::ops {

// What the kernels take: float32 in main memory.
inline bool is_fast(const Tensor& x) {
  return x.device().is_cpu() && x.scalar_type() == torch::kFloat32;
}

// Uninitialised float32.
inline Tensor empty(at::IntArrayRef sizes) { return torch::empty(sizes, torch::kFloat32); }

// Scratch for one call.
inline Tensor workspace(std::size_t floats) { return empty({static_cast<std::int64_t>(floats)}); }

// A gradient may arrive as an expanded or strided view.
inline Tensor contiguous(const Tensor& x) { return x.contiguous(); }

// Autograd leaves the gradient mode on in a backward pass that is itself to be differentiated
// (create_graph). The kernels' results carry no graph: unnoticed, its gradient would be lost.
inline bool differentiates_twice() { return torch::GradMode::is_enabled(); }

inline void check_differentiates_once() {
  RNEM_CHECK(!differentiates_twice(),
             "this operator has no second derivative: reference_ops() has");
}

inline bool wants_gradient(const Tensor& x, at::TensorList others = {}) {
  if (!torch::GradMode::is_enabled()) return false;
  if (x.requires_grad()) return true;
  for (const Tensor& other : others) {
    if (other.requires_grad()) return true;
  }
  return false;
}

}  // namespace rnem::ops
