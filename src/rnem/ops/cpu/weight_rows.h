// The rows of which the gradients of dense weights are made (WeightGradients of ops.h).
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>

#include "rnem/ops/ops.h"

namespace rnem::ops {

class WeightRows {
 public:
  explicit WeightRows(Precision precision) : precision_(precision) {}

  // Room for `n` rows whose product dz^T x is a part of the weight's gradient; to be filled before
  // the next call. Only leaves have a grad to collect in.
  struct Rows {
    float* x;   // [n,in]
    float* dz;  // [n,out]
  };
  Rows add(const Tensor& weight, std::int64_t n);

  // adds all products to the weights' grad: see WeightGradients
  void finish(const std::function<void(const Tensor& weight)>& complete);

 private:
  struct Pending {
    Tensor weight;  // [out,in]
    Tensor x, dz;   // [capacity,in], [capacity,out]
    std::int64_t rows = 0;
  };
  void add_up(Pending& pending) const;

  Precision precision_;
  std::map<const void*, std::size_t> place_of_;  // in pending_, by the weight's address
  std::deque<Pending> pending_;                  // in the order of their first rows
};

}  // namespace rnem::ops
