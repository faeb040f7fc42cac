// Gradients of dense weights, collected over the steps of a window.
//
// The same weights serve every EM step. Step by step, a gradient of millions of numbers is made
// from a few rows, written, and added up by autograd; rows of several steps in one product make
// it once, straight into the weight's grad.
#pragma once

#include <cstdint>
#include <map>

#include "rnem/ops/kernels/arithmetic.h"
#include "rnem/ops/ops.h"

namespace rnem::ops {

// While one of these lives, backward passes on its thread hand in the rows of dense layers, and the
// weights' grad is complete only after finish(). Without one every backward pass is complete in
// itself, as torch::autograd::grad needs it.
class WeightGradients {
 public:
  WeightGradients();
  ~WeightGradients();
  WeightGradients(const WeightGradients&) = delete;
  WeightGradients& operator=(const WeightGradients&) = delete;

  static WeightGradients* active();  // of this thread, or null

  // Room for `n` rows whose product dz^T x is a part of the weight's gradient; to be filled before
  // the next call. Only leaves have a grad to collect in. One weight has one arithmetic.
  struct Rows {
    float* x;   // [n,in]
    float* dz;  // [n,out]
  };
  Rows add(const Tensor& weight, std::int64_t n,
           kernels::Arithmetic arithmetic = kernels::Arithmetic::kFloat32);

  void finish();

 private:
  struct Pending {
    Tensor weight;  // [out,in]
    Tensor x, dz;   // [capacity,in], [capacity,out]
    kernels::Arithmetic arithmetic = kernels::Arithmetic::kFloat32;
    std::int64_t rows = 0;
  };
  static void add_up(Pending& pending);

  std::map<const void*, Pending> pending_;  // by the weight's address
  WeightGradients* outer_;
};

}  // namespace rnem::ops
