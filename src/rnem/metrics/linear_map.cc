#include "rnem/metrics/linear_map.h"

#include "rnem/core/error.h"

namespace rnem::metrics {

using torch::Tensor;

Tensor LinearMap::apply(const Tensor& x) const {
  return (x.to(torch::kCPU, torch::kFloat64) - mean_x).matmul(weights) + mean_y;
}

RidgeRegression::RidgeRegression(std::int64_t features, std::int64_t quantities)
    : x_(torch::zeros({features}, torch::kFloat64)),
      y_(torch::zeros({quantities}, torch::kFloat64)),
      xx_(torch::zeros({features, features}, torch::kFloat64)),
      xy_(torch::zeros({features, quantities}, torch::kFloat64)) {}

void RidgeRegression::add(const Tensor& x, const Tensor& y) {
  RNEM_CHECK(x.size(0) == y.size(0), "a truth for every example");
  const Tensor in = x.detach().to(torch::kCPU, torch::kFloat64);
  const Tensor out = y.detach().to(torch::kCPU, torch::kFloat64);
  examples_ += in.size(0);
  x_ += in.sum(0);
  y_ += out.sum(0);
  xx_ += in.t().matmul(in);
  xy_ += in.t().matmul(out);
}

LinearMap RidgeRegression::fit(double ridge) const {
  RNEM_CHECK(examples_ > 0, "a map is fitted to examples");
  constexpr double kStill = 1e-6;  // standard deviation of a feature that says nothing
  const double n = static_cast<double>(examples_);
  LinearMap map;
  map.mean_x = x_ / n;
  map.mean_y = y_ / n;
  const Tensor covariance = xx_ / n - map.mean_x.unsqueeze(1) * map.mean_x;
  const Tensor shared = xy_ / n - map.mean_x.unsqueeze(1) * map.mean_y;
  const Tensor deviation = covariance.diagonal().clamp_min(0).sqrt();
  const Tensor scale =
      torch::where(deviation > kStill, deviation.reciprocal(), torch::zeros_like(deviation));
  const Tensor columns = scale.unsqueeze(1);
  const Tensor scaled = columns * covariance * scale;
  const Tensor penalty = ridge * torch::eye(scaled.size(0), scaled.options());
  map.weights = columns * torch::linalg_solve(scaled + penalty, columns * shared);
  return map;
}

}  // namespace rnem::metrics
