// What the fast operators need of tensors.
#pragma once

#include <cstddef>

#include "rnem/kernels/activation.h"
#include "rnem/model/ops.h"

namespace rnem::model {

inline kernels::Activation kernel_activation(Activation activation) {
  static_assert(static_cast<int>(Activation::kSigmoid) ==
                static_cast<int>(kernels::Activation::kSigmoid));
  return static_cast<kernels::Activation>(activation);
}

// What the kernels take: float32 in main memory.
inline bool is_fast(const Tensor& x) {
  return x.device().is_cpu() && x.scalar_type() == torch::kFloat32;
}

// Uninitialised float32.
inline Tensor empty(at::IntArrayRef sizes) { return torch::empty(sizes, torch::kFloat32); }

// Scratch for one call.
inline Tensor workspace(std::size_t floats) { return empty({static_cast<std::int64_t>(floats)}); }

// A gradient may arrive as an expanded or strided view.
inline Tensor dense_copy(const Tensor& x) { return x.contiguous(); }

inline bool wants_gradient(const Tensor& x, at::TensorList others = {}) {
  if (!torch::GradMode::is_enabled()) return false;
  if (x.requires_grad()) return true;
  for (const Tensor& other : others) {
    if (other.requires_grad()) return true;
  }
  return false;
}

}  // namespace rnem::model
