// A linear map from what a model carries to what is true, by ridge regression.
#pragma once

#include <cstdint>

#include "rnem/torch.h"

namespace rnem::metrics {

// y = (x - mean_x) weights + mean_y
struct LinearMap {
  torch::Tensor mean_x;   // [F] double
  torch::Tensor mean_y;   // [Q]
  torch::Tensor weights;  // [F,Q]

  torch::Tensor apply(const torch::Tensor& x) const;  // [N,F] -> [N,Q] double
};

// Collects examples; memory does not grow with them.
class RidgeRegression {
 public:
  RidgeRegression(std::int64_t features, std::int64_t quantities);

  void add(const torch::Tensor& x, const torch::Tensor& y);  // [N,F], [N,Q]
  std::int64_t examples() const { return examples_; }

  // Least squares with a penalty of `ridge` on the weights of features scaled to variance 1, as a
  // share of the examples. Features that never change have no weight. Needs an example.
  LinearMap fit(double ridge = 1e-4) const;

 private:
  std::int64_t examples_ = 0;
  torch::Tensor x_, y_, xx_, xy_;  // sums [F], [Q], [F,F], [F,Q]
};

}  // namespace rnem::metrics
